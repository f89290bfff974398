import * as z from 'zod'
import type { Sentence } from '#subtitle-engine'
import { log } from '../runtime/log.ts'
import { askModel, type JsonObject, type Model, ModelGoneError } from './converse.ts'
import { CHECK_MEANING, MEANING_INSTRUCTIONS } from './prompts.ts'

/** A sentence and the Korean that viewers will see. */
export interface CheckedText {
  sentence: Sentence
  korean: string
}

/** Returns the ids of sentences whose Korean differs in meaning from the English; undefined if they were not checked. */
export type MeaningCheck = (texts: readonly CheckedText[]) => Promise<ReadonlySet<string> | undefined>

/** Time for one batch: the check is optional, so a slow model must not delay the video. */
const PATIENCE_MS = 60_000
const MAX_TOKENS = 1000

/** A check by a model other than the translator. It only names sentences; it never changes a text. */
export function meaningCheck(model: Model): MeaningCheck {
  return async texts => {
    if (texts.length === 0) return new Set()
    const asked = new Set(texts.map(({ sentence }) => sentence.id))
    const pairs = texts.map(({ sentence: { id, text }, korean }) => ({ id, english: text, korean }))
    try {
      const answer = await askModel(model, {
        what: 'check',
        system: MEANING_INSTRUCTIONS,
        material: JSON.stringify({ sentences: pairs }),
        asked: CHECK_MEANING,
        comesAgain: false,
        tool: CHECK_TOOL,
        maxTokens: MAX_TOKENS,
        giveUpAt: model.now() + PATIENCE_MS,
      })
      if (!answer?.input || answer.isCutOff) return undefined
      const { different } = reported.parse(answer.input)
      return new Set(different.filter((id): id is string => typeof id === 'string' && asked.has(id)))
    } catch (error) {
      if (!(error instanceof ModelGoneError || error instanceof z.ZodError)) throw error
      log('warn', 'model', 'the meaning was not checked', { sentences: texts.length }, error)
      return undefined
    }
  }
}

const reported = z.looseObject({ different: z.array(z.unknown()).default([]) })

const CHECK_TOOL = {
  name: 'report_differences',
  description: 'Reports the ids of sentences whose Korean says something else.',
  schema: {
    type: 'object',
    properties: { different: { type: 'array', items: { type: 'string' } } },
    required: ['different'],
    additionalProperties: false,
  } satisfies JsonObject,
  isStrict: true,
}
