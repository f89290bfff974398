import type { Sentence } from '#subtitle-engine'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { batchFile, buildBatchFile } from '../contract/batch.ts'
import { BRIEF_CORRECTIONS, BRIEF_JOINS, BRIEF_SPLITS, BRIEF_TERMS, type Brief, brief } from '../contract/brief.ts'
import type { GlossaryTerm } from '../contract/glossary.ts'
import { type SentenceFile, scriptKey, sentenceFile, workKey } from '../contract/media-objects.ts'
import { script } from '../contract/script.ts'
import { nameOfTitle } from '../contract/title.ts'
import type { StepInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { readGroup } from '../records/groups.ts'
import { log } from '../runtime/log.ts'
import { type MediaBucket, readJson, requireJson, writeJson } from '../runtime/media-bucket.ts'
import { inParallel } from '../runtime/parallel.ts'
import { briefFromAnswer, EMPTY_BRIEF, mergedBrief } from './brief.ts'
import { askModel, type JsonObject } from './converse.ts'
import { correctFullStops } from './full-stops.ts'
import { type Model, ModelGoneError, ModelLateError } from './model.ts'
import { patienceWith } from './patience.ts'
import { BRIEF_INSTRUCTIONS } from './prompts.ts'
import { modelFromEnvironment } from './translators.ts'

/** Dependencies of the step that writes the brief of a talk. */
export interface BriefDeps extends BaseDeps {
  /** Undefined if no model is configured; there is no brief then. */
  model: Model | undefined
}

export function briefDepsFromEnvironment(): BriefDeps {
  return { ...baseDeps(), model: modelFromEnvironment() }
}

/**
 * Has the model read the whole transcript and stores its brief of the talk. If there is no model or it fails, the
 * translation continues without a brief.
 */
export async function writeBrief({ tables, media, model }: BriefDeps, ref: StepInput): Promise<void> {
  if (!model) return
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const target = workKey(ref.uid, ref.key, 'brief.json')
  if (await readJson(media, target, brief)) return
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'sentences.json'), sentenceFile)
  const { sentences } = file
  const known = await readSeriesBrief({ tables, media }, entry)
  const notes = await readNotes(media, entry)
  const giveUpAt = model.now() + patienceWith(model.id).briefMs
  const found = await buildBrief(model, nameOfTitle(entry.title), sentences, giveUpAt, { known, notes })
  if (!found) return log('warn', 'video', 'no brief of the talk', { sentences: sentences.length })
  await storeCorrected(media, ref, file, found)
  await writeJson(media, target, found)
  const { terms, speakers, corrections = [], joins = [], splits = [] } = found
  log('info', 'video', 'brief written', {
    terms: terms.length,
    speakers: speakers.length,
    corrections: corrections.length,
    joins: joins.length,
    splits: splits.length,
  })
}

/** The user's notes for the translator, if any. */
async function readNotes(media: MediaBucket, { uid, script: id }: ArchiveEntry): Promise<string> {
  const given = id === undefined ? undefined : await readJson(media, scriptKey(uid, id), script)
  return given?.notes ?? ''
}

/** Reads what all members of a series share: the names, terms and style in the brief of its first member. */
async function readSeriesBrief(
  { tables, media }: Pick<BriefDeps, 'tables' | 'media'>,
  { uid, key, group: id }: Pick<ArchiveEntry, 'uid' | 'key' | 'group'>,
): Promise<Brief | undefined> {
  const group = id === undefined ? undefined : await readGroup(tables, uid, id)
  if (!group?.series || group.first === undefined || group.first === key) return undefined
  const first = await readJson(media, workKey(uid, group.first, 'brief.json'), brief)
  if (!first) return undefined
  const { terms, speakers, numbers, units, register } = first
  return { ...EMPTY_BRIEF, terms, speakers, numbers, units, ...(register && { register }) }
}

/** Batch files written concurrently: as many as the client has connections. */
const WRITTEN_AT_ONCE = 50

/**
 * Stores the sentences and batches again with correct full stops. The number of batches stays, because the state
 * machine already knows it. Runs before the brief is stored, so a repeated step repeats both.
 */
async function storeCorrected(media: MediaBucket, { uid, key }: StepInput, file: SentenceFile, found: Brief) {
  if (!found.joins && !found.splits) return
  const corrected = correctFullStops(file, found)
  const batchKey = (batch: number) => workKey(uid, key, `batches/${batch}.json`)
  const terms = new Map<string, GlossaryTerm>()
  await inParallel(file.batches.keys(), WRITTEN_AT_ONCE, async batch => {
    for (const term of (await requireJson(media, batchKey(batch), batchFile)).terms) terms.set(term.english, term)
  })
  await inParallel(file.batches.keys(), WRITTEN_AT_ONCE, batch =>
    writeJson(media, batchKey(batch), buildBatchFile(corrected, [...terms.values()], batch)),
  )
  await writeJson(media, workKey(uid, key, 'sentences.json'), { ...file, ...corrected } satisfies SentenceFile)
}

/** If the answer about a part stays unreadable, the part is halved down to this size: the model's context may be small. */
const LEAST_CHARACTERS = 8_000
/** Terms of one part: as many as fit a response of `MAX_TOKENS`. */
const PART_TERMS = 80
const MAX_TOKENS = 4096

/**
 * Writes the brief of a talk part by part, continuing the brief of its series, `known`, with the user's notes. A part whose response is unusable or
 * late is requested again in two halves.
 */
export async function buildBrief(
  model: Model,
  title: string,
  sentences: readonly Sentence[],
  giveUpAt: number,
  { known, notes = '' }: { known?: Brief | undefined; notes?: string } = {},
): Promise<Brief | undefined> {
  const transcript = sentences.map(({ text }) => text).join('\n')
  const found: Brief[] = known ? [known] : []
  const parts = splitIntoParts(sentences, patienceWith(model.id).briefCharacters)
  const isRead = async (part: readonly Sentence[], number: number): Promise<boolean> => {
    const before = mergedBrief(found)
    const answer = await askModel(model, {
      what: 'brief',
      system: BRIEF_INSTRUCTIONS,
      material: JSON.stringify({
        title,
        part: number + 1,
        parts: parts.length,
        // Every part needs the notes, because the model reads each part without the others.
        ...(notes !== '' && { notes }),
        knownTerms: Object.fromEntries(before.terms.map(({ english, korean }) => [english, korean])),
        transcript: part.map(markedSentence),
      }),
      asked: `Deliver the brief of this part, with at most ${PART_TERMS} terms that are not known yet.`,
      comesAgain: false,
      tool: BRIEF_TOOL,
      maxTokens: MAX_TOKENS,
      giveUpAt,
    }).catch((error: unknown) => {
      if (error instanceof ModelLateError) return undefined
      throw error
    })
    const brief = answer && briefFromAnswer(answer.input, transcript)
    if (brief) found.push(brief)
    return brief !== undefined && !(answer?.isCutOff && brief.terms.length === 0)
  }
  const read = async (part: readonly Sentence[], number: number, isWhole = true): Promise<void> => {
    if ((await isRead(part, number)) || part.length < 2) return
    if (!isWhole && part.reduce((sum, { text }) => sum + text.length, 0) < LEAST_CHARACTERS) return
    const half = Math.ceil(part.length / 2)
    for (const piece of [part.slice(0, half), part.slice(half)]) await read(piece, number, false)
  }
  try {
    for (const [number, part] of parts.entries()) await read(part, number)
  } catch (error) {
    // What was read before the model became unavailable is still worth having.
    if (!(error instanceof ModelGoneError)) throw error
  }
  return found.length > 0 ? mergedBrief(found) : undefined
}

/** Words with a lower confidence may be misheard. */
const UNSURE = 0.6

/** Formats a sentence with id and speaker, and marks words that may be misheard. */
function markedSentence({ id, text, words }: Sentence): string {
  const speaker = words[0]?.speaker
  const isUnsure = words.some(({ confidence }) => confidence < UNSURE)
  const marked = isUnsure
    ? words.map(word => (word.confidence < UNSURE ? `[?${word.text}]` : word.text) + word.after).join(' ')
    : text
  return `${id}${speaker === undefined ? '' : ` ${speaker}`}: ${marked}`
}

/** Divides sentences into parts of similar size, none over the limit unless a single sentence is. */
export function splitIntoParts<Part extends { text: string }>(sentences: readonly Part[], limit: number): Part[][] {
  const total = sentences.reduce((sum, { text }) => sum + text.length, 0)
  const size = total / Math.max(1, Math.ceil(total / limit))
  const parts: Part[][] = []
  let [open, length]: [Part[], number] = [[], 0]
  for (const sentence of sentences) {
    const isFull = length >= size || length + sentence.text.length > limit
    if (open.length > 0 && isFull) {
      parts.push(open)
      ;[open, length] = [[], 0]
    }
    open.push(sentence)
    length += sentence.text.length
  }
  return open.length > 0 ? [...parts, open] : parts
}

const text = (maxLength: number): JsonObject => ({ type: 'string', maxLength })
const list = (items: JsonObject, maxItems: number): JsonObject => ({ type: 'array', items, maxItems })
const object = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const BRIEF_TOOL = {
  name: 'deliver_brief',
  description: 'Delivers what the translators of a talk must know.',
  schema: object(
    {
      subject: text(300),
      tone: text(160),
      about: text(200),
      speakers: list(
        object(
          {
            name: text(60),
            speaksTo: text(80),
            register: { type: 'string', enum: ['haeyo', 'hapnida', 'banmal'] },
          },
          ['name'],
        ),
        12,
      ),
      terms: list(
        object({ english: text(60), korean: text(40), others: list(text(40), 4), heardAs: list(text(60), 4) }, [
          'english',
          'korean',
        ]),
        PART_TERMS,
      ),
      keepEnglish: list(text(60), BRIEF_TERMS),
      corrections: list(object({ heardAs: text(80), meant: text(80) }, ['heardAs', 'meant']), BRIEF_CORRECTIONS),
      joins: list(text(12), BRIEF_JOINS),
      splits: list(object({ id: text(12), next: text(80) }, ['id', 'next']), BRIEF_SPLITS),
      register: { type: 'string', enum: ['haeyo', 'hapnida'] },
      numbers: { type: 'string', enum: ['digits', 'mixed'] },
      units: { type: 'string', enum: ['asSpoken', 'metric'] },
    },
    [
      'subject',
      'tone',
      'about',
      'speakers',
      'terms',
      'keepEnglish',
      'corrections',
      'joins',
      'splits',
      'numbers',
      'units',
      'register',
    ],
  ),
}
