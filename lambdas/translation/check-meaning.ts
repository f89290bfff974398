import * as z from 'zod'
import { type CheckFile, type Finding, findingKind, MOST_QUOTED, MOST_REASON } from '../contract/finding.ts'
import { log } from '../runtime/log.ts'
import { askModel, type JsonObject } from './converse.ts'
import type { Model } from './model.ts'
import { CHECK_MEANING, MEANING_INSTRUCTIONS } from './prompts.ts'
import { cleanRemark } from './remarks.ts'

/** A sentence and the Korean that viewers will see. */
export interface ComparedText {
  id: string
  english: string
  korean: string
}

/** The texts of a batch to compare, with their neighbours as context. */
export interface Comparison {
  texts: readonly ComparedText[]
  before: readonly Omit<ComparedText, 'id'>[]
  after: readonly Omit<ComparedText, 'id'>[]
}

/** Maximum findings to read for one batch, and the output tokens that they take. */
const MOST_FINDINGS = 30
const MAX_TOKENS = 2000

/**
 * Has a model that did not translate compare the Korean of a batch with its English. Returns `undefined` if it gave no
 * usable answer, so the batch counts as not compared.
 * @throws ModelGoneError if it does not respond at all, or too late
 */
export async function compareMeaning(
  model: Model,
  { texts, before, after }: Comparison,
  giveUpAt: number,
): Promise<CheckFile | undefined> {
  const answer = await askModel(model, {
    what: 'check',
    system: MEANING_INSTRUCTIONS,
    material: JSON.stringify({ before, sentences: texts, after }),
    asked: CHECK_MEANING,
    comesAgain: false,
    tool: CHECK_TOOL,
    maxTokens: MAX_TOKENS,
    giveUpAt,
  })
  const reported = answer?.isCutOff ? undefined : report.safeParse(answer?.input).data
  if (!reported) return undefined
  const findings = readFindings(reported.findings, texts)
  if (accusesMost(Object.keys(findings).length, texts.length)) {
    log('warn', 'model', 'the check of the meaning is unreliable', { sentences: texts.length })
    return undefined
  }
  return { compared: texts.map(({ id }) => id), findings }
}

/**
 * A model that reports most sentences of a batch did not compare them. In a very small batch, all sentences can really
 * be wrong.
 */
const [FEWEST_SENTENCES, MOST_ACCUSED] = [4, 0.5]

function accusesMost(found: number, texts: number): boolean {
  return texts >= FEWEST_SENTENCES && found > texts * MOST_ACCUSED
}

const report = z.looseObject({ findings: z.array(z.unknown()).max(1000) })
const reported = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  kind: findingKind.catch('other'),
  reason: z.string().catch(''),
  words: z.string().catch(''),
})

/** Keeps the findings that quote words of their sentence. A finding without such evidence is dropped. */
function readFindings(items: readonly unknown[], texts: readonly ComparedText[]): Record<string, Finding> {
  const found: Record<string, Finding> = {}
  for (const item of items.slice(0, MOST_FINDINGS)) {
    const { id, kind, reason: said = '', words = '' } = reported.safeParse(item).data ?? {}
    const text = texts.find(each => each.id === id)
    if (!text || !kind || found[text.id] || !quotes(text, words)) continue
    const reason = cleanRemark(said, MOST_REASON)
    found[text.id] = {
      kind,
      ...(/[가-힣]/.test(reason) && { reason }),
      words: cleanRemark(words, MOST_QUOTED),
    }
  }
  return found
}

function quotes({ english, korean }: ComparedText, words: string): boolean {
  const quoted = letters(words)
  return quoted !== '' && [english, korean].some(text => letters(text).includes(quoted))
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

const FINDING: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: findingKind.options },
    words: { type: 'string', maxLength: MOST_QUOTED },
    reason: { type: 'string', maxLength: MOST_REASON },
  },
  required: ['id', 'kind', 'words', 'reason'],
  additionalProperties: false,
}

const CHECK_TOOL = {
  name: 'report_findings',
  description:
    'Reports the sentences whose Korean says something else, with the reason; an empty list if there is none.',
  schema: {
    type: 'object',
    properties: { findings: { type: 'array', items: FINDING, maxItems: MOST_FINDINGS } },
    required: ['findings'],
    additionalProperties: false,
  } satisfies JsonObject,
  isStrict: true,
}
