import type { Sentence } from '#subtitle-engine'
import { CONTEXT } from '../contract/batch.ts'
import type { TranslationFile } from '../contract/media-objects.ts'
import { log } from '../runtime/log.ts'
import type { Cutting } from './break-review.ts'
import { Draft } from './draft.ts'
import { ModelGoneError, ModelLateError } from './model.ts'
import { placesInNames } from './phrase-ends.ts'
import type { Problem } from './problems.ts'
import { termsIn } from './terms.ts'
import type { TranslationRequest, Translator } from './translator.ts'

export interface Translators {
  main: Translator
  /** Translates sentences that the main translator cannot translate. */
  plain: Translator
  /** Whether a main translator that learns reviews all of its texts once. */
  secondLook: boolean
  /** Whether the review also gets the sentences with a doubtful line or cue end, to mark or reword them. */
  breakReview?: boolean
}

/** A batch of sentences to translate. */
export type Assignment = Omit<
  TranslationRequest,
  'faults' | 'look' | 'isReviewed' | 'guesses' | 'reasons' | 'starts'
> & {
  /** What determines where lines end; without it, no line end is reviewed. */
  cutting?: Cutting
  /** Called once if the main translator does not respond at all. */
  onGone?: () => Promise<void>
}

/**
 * Translates every sentence, whatever the translator returns. A translator that learns reviews its texts. Missing or
 * faulty sentences are requested again with their faults, then in halves, then one by one, then from the plain
 * translator, which also takes over if a model is unavailable or if its batch shows that it is unreliable. Names get their
 * one form by rule; finally the best text is kept with its remaining problems. No sentence is dropped and no text moves to
 * another sentence.
 */
export async function translateFaithfully(translators: Translators, assignment: Assignment): Promise<TranslationFile> {
  const guesses = new Set<string>()
  const task = { ...assignment, guesses }
  const { plain, secondLook, breakReview } = translators
  const draft = new Draft(task.sentences, task)
  const main = untilGone(translators.main, plain, assignment.onGone)
  const first = { ...task, look: 'first', isReviewed: secondLook && main.learns } as const
  const { learns: marks } = main
  const starts = new Map<string, readonly number[]>()
  draft.take(await main.translate({ ...first, faults: new Map(), starts }), 'main', { marks, starts })
  if (main.learns && !main.isGone()) {
    // After a late or unreadable answer to the whole batch, only a smaller request helps. A model that wrote less than
    // half of the batch in its time is asked for the rest, not for better texts.
    const written = draft.translated().length
    if (written > 0 && written >= task.sentences.length / 2) {
      if (secondLook) await review(main, draft, first, breakReview ? task.cutting : undefined)
      await ask(main, draft, task, draft.faulty('any'))
    }
    for (const half of halves(draft.faulty('wrong'))) await ask(main, draft, task, half)
    for (const single of draft.faulty('wrong')) await ask(main, draft, task, [single])
  }
  // A plain main translator would only repeat itself, so only the sentences that it left out are requested again.
  const wrong = draft.faulty('wrong')
  // The model did translate these, but the checks rejected its texts.
  const isOnlyPlain = plain === translators.main
  const isTrusted = isOnlyPlain || draft.isReliable
  const replaced = isTrusted ? wrong : task.sentences
  const rejected = new Set(replaced.filter(sentence => draft.korean(sentence) !== ''))
  if (!isTrusted) {
    log('error', 'model', 'the model is unreliable', { sentences: task.sentences.length })
    draft.drop()
  }
  if (!isOnlyPlain) reportFailures('the plain translator stepped in', replaced.length, task.sentences.length)
  await ask(plain, draft, task, isOnlyPlain ? wrong.filter(sentence => draft.korean(sentence) === '') : replaced)
  const isDoubted = !isTrusted && !draft.isReliable
  reportFailures('no translator translated', draft.faulty('wrong').length, task.sentences.length)
  draft.repairForms()
  return Object.fromEntries(
    task.sentences.map(sentence => {
      const problems: string[] = draft.problems(sentence).flatMap(({ code }) => (isStored(code) ? code : []))
      const steppedIn = !isOnlyPlain && draft.origin(sentence) === 'plain'
      if (guesses.has(sentence.id) && draft.origin(sentence) === 'main') problems.push('misheard')
      if (isDoubted) problems.push('unbelieved')
      const korean = draft.korean(sentence)
      const held = placesInNames(korean, termsIn(sentence.text, task.glossary))
      const isRejected = steppedIn && !main.isGone() && rejected.has(sentence)
      const more = {
        ...(steppedIn && { steppedIn }),
        ...(isRejected && { isRejected }),
        ...draft.marks(sentence),
        ...(held.length > 0 && { held }),
      }
      return [sentence.id, { korean, problems, ...more }]
    }),
  )
}

/**
 * Wraps the main translator, which is not called again once it is gone. A late one counts as slow, not as gone, if it has
 * answered in this batch or may answer a smaller request.
 */
function untilGone(
  main: Translator,
  plain: Translator,
  onGone: () => Promise<void> = async () => undefined,
): Translator & { isGone(): boolean } {
  let [gone, hasAnswered, late] = [false, false, 0]
  const isSlow = (error: unknown) => {
    if (!(error instanceof ModelLateError)) return false
    late += 1
    return hasAnswered || (late === 1 && !error.isOver)
  }
  return {
    learns: main.learns,
    isGone: () => gone,
    async translate(request) {
      if (gone) return new Map()
      try {
        const answers = await main.translate(request)
        hasAnswered ||= answers.size > 0
        return answers
      } catch (error) {
        if (!(error instanceof ModelGoneError) || main === plain) throw error
        if (isSlow(error)) return new Map()
        gone = true
        await onGone()
        return new Map()
      }
    },
  }
}

/** Has every text reviewed, and those with doubtful line ends marked again or reworded. */
async function review(
  main: Translator,
  draft: Draft,
  task: Omit<TranslationRequest, 'faults'>,
  cutting: Cutting | undefined,
) {
  // Cutting takes half of the engine, so it is loaded only where line ends are reviewed.
  const breaks = cutting && (await import('./break-review.ts')).reviewBreaks(draft, cutting)
  const texts = draft.faults(task.sentences, true)
  const [reasons, starts] = [new Map<string, string>(), new Map<string, readonly number[]>()]
  const faults = breaks?.withCuts(texts) ?? texts
  const answers = await main.translate({ ...task, look: 'review', faults, reasons, starts })
  const kept = breaks?.withoutUselessAnswers(answers, reasons) ?? answers
  draft.take(kept, 'main', { marks: main.learns, isEdited: true, starts })
}

/** Requests some sentences of a task again, with their faults and the surrounding sentences as context. */
async function ask(
  translator: Translator,
  draft: Draft,
  task: Assignment & Pick<TranslationRequest, 'guesses'>,
  sentences: readonly Sentence[],
) {
  if (sentences.length === 0) return
  const asked = new Set(sentences)
  const first = task.sentences.findIndex(sentence => asked.has(sentence))
  const last = task.sentences.findLastIndex(sentence => asked.has(sentence))
  const earlier = task.sentences.slice(0, first)
  const starts = new Map<string, readonly number[]>()
  const answers = await translator.translate({
    ...task,
    sentences,
    before: [...task.before, ...earlier.map(({ text }) => text)].slice(-CONTEXT),
    translated: [...task.translated, ...earlier.map(sentence => draft.korean(sentence))].slice(-CONTEXT),
    after: [...task.sentences.slice(last + 1).map(({ text }) => text), ...task.after].slice(0, CONTEXT),
    faults: draft.faults(sentences),
    look: 'repair',
    isReviewed: false,
    starts,
  })
  draft.take(answers, translator.learns ? 'main' : 'plain', { marks: translator.learns, starts })
}

/** If at least this many sentences and this share of a batch fail, the translator is at fault, not the sentences. */
const FAILING_SENTENCES = 3
const FAILING_SHARE = 0.5

/** Logs how many sentences of a batch failed: as an error, which raises the alarm, if the translator is at fault. */
export function reportFailures(event: string, failed: number, sentences: number): void {
  if (failed === 0) return
  const isFailing = failed >= FAILING_SENTENCES && failed >= sentences * FAILING_SHARE
  log(isFailing ? 'error' : 'info', 'model', event, { failed, sentences })
}

/**
 * Two problems are not stored: a text over its budget, because the engine flags its cue's speed, and a number that may
 * be missing.
 */
function isStored(code: Problem['code']): boolean {
  return code !== 'budget' && code !== 'maybeNumbers'
}

function halves(sentences: Sentence[]): Sentence[][] {
  const middle = Math.ceil(sentences.length / 2)
  return sentences.length < 2 ? [] : [sentences.slice(0, middle), sentences.slice(middle)]
}
