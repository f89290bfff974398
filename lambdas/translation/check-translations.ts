import { CONTEXT } from '../contract/batch.ts'
import type { CheckFile } from '../contract/finding.ts'
import {
  type SentenceFile,
  sentenceFile,
  type TranslationFile,
  translationFile,
  workKey,
} from '../contract/media-objects.ts'
import { isPlaceholder } from '../contract/placeholders.ts'
import type { StepInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { log } from '../runtime/log.ts'
import { requireJson, statObject, writeJson } from '../runtime/media-bucket.ts'
import { inParallel } from '../runtime/parallel.ts'
import { type ComparedText, compareMeaning } from './check-meaning.ts'
import { type Model, ModelGoneError, ModelLateError } from './model.ts'
import { checkingModelFromEnvironment } from './translators.ts'

/** Dependencies of the step that checks the meaning of the translations. */
export interface CheckDeps extends BaseDeps {
  /** Another model than the translator; undefined for no check. */
  model: Model | undefined
  /** Batches that are compared concurrently. */
  atOnce: number
}

export function checkDepsFromEnvironment(): CheckDeps {
  const { CHECKED_AT_ONCE } = readEnvironment('CHECKED_AT_ONCE')
  return { ...baseDeps(), model: checkingModelFromEnvironment(), atOnce: Number(CHECKED_AT_ONCE) }
}

/** The user waits for this step: a minute, and half a second for each sentence, but less than the function may run. */
const [PATIENCE_MS, SENTENCE_MS, MOST_MS] = [60_000, 500, 10 * 60_000]

/**
 * Has a second model compare every translation with its English, batch by batch, and stores what it found. Each batch is
 * sent at most once, even if the step is repeated, so no response is paid for twice. Sentences that cannot be compared
 * in time stay unchecked.
 */
export async function checkTranslations(deps: CheckDeps, ref: StepInput): Promise<void> {
  const { tables, media, model } = deps
  if (!model || !(await openEntry(tables, ref))) return
  const file = await requireJson(media, workKey(ref.uid, ref.key, 'sentences.json'), sentenceFile)
  const parts: TranslationFile[] = Array.from({ length: file.batches.length })
  await inParallel(file.batches.keys(), deps.atOnce, async batch => {
    parts[batch] = await requireJson(media, workKey(ref.uid, ref.key, `translations/${batch}.json`), translationFile)
  })
  const texts = comparedTexts(file, Object.assign({}, ...parts))
  const giveUpAt = deps.now() + Math.min(MOST_MS, PATIENCE_MS + file.sentences.length * SENTENCE_MS)
  let isGone = false
  await inParallel(file.batches.entries(), deps.atOnce, async ([batch, { first, count }]) => {
    const target = workKey(ref.uid, ref.key, `checks/${batch}.json`)
    const own = texts.slice(first, first + count).filter(each => each !== undefined)
    if (isGone || own.length === 0 || (await statObject(media, target))) return
    await writeJson(media, target, { compared: [], findings: {} } satisfies CheckFile)
    const [before, after] = [
      texts.slice(Math.max(0, first - CONTEXT), first),
      texts.slice(first + count).slice(0, CONTEXT),
    ]
    try {
      const found = await compareMeaning(model, { texts: own, before: pairs(before), after: pairs(after) }, giveUpAt)
      if (found) await writeJson(media, target, found)
    } catch (error) {
      if (!(error instanceof ModelGoneError)) throw error
      // A late response affects only this batch. Any other failure would also affect the next batches.
      if (!(error instanceof ModelLateError)) isGone = true
      log('warn', 'model', 'the meaning was not checked', { batch, sentences: own.length }, error)
    }
  })
}

/** The text of every sentence, in order; undefined if nothing was translated, or the translator is unreliable. */
function comparedTexts({ sentences }: SentenceFile, translations: TranslationFile): (ComparedText | undefined)[] {
  return sentences.map(({ id, text }) => {
    const { korean = '', problems = [] } = translations[id] ?? {}
    const isComparable = korean !== '' && !isPlaceholder(korean) && !problems.includes('unbelieved')
    return isComparable ? { id, english: text, korean } : undefined
  })
}

function pairs(texts: readonly (ComparedText | undefined)[]) {
  return texts.flatMap(each => (each ? { english: each.english, korean: each.korean } : []))
}
