import type { TranslationFile } from '../contract/media-objects.ts'
import { log } from '../runtime/log.ts'
import type { Sentence } from '../subtitle/index.ts'
import { type Problem, problemsOf, type Standard } from './problems.ts'
import type { Fault, TranslationRequest, Translator } from './translator.ts'

export interface Translators {
  main: Translator
  /** Steps in for sentences that the main translator fails to translate. */
  plain: Translator
}

/** A batch of sentences to translate. */
export type Assignment = Omit<TranslationRequest, 'faults'>

/**
 * Translates every sentence, whatever the translator does. Missing or faulty sentences are requested again with their
 * faults, then in halves, then one by one, then from the plain translator; finally the best text is kept with its
 * remaining problems. No sentence is dropped and no text moves to another sentence.
 */
export async function translateFaithfully({ main, plain }: Translators, task: Assignment): Promise<TranslationFile> {
  const draft = new Draft(task.sentences, task)
  const ask = async (translator: Translator, sentences: readonly Sentence[]) => {
    if (sentences.length === 0) return
    draft.take(await translator.translate({ ...contextOf(task, sentences), faults: draft.faults(sentences) }))
  }
  draft.take(await main.translate({ ...task, faults: new Map() }))
  if (main.learns) {
    await ask(main, draft.faulty('any'))
    for (const half of halves(draft.faulty('wrong'))) await ask(main, half)
    for (const single of draft.faulty('wrong')) await ask(main, [single])
  }
  // A plain main translator would only repeat itself, so it is asked again only for sentences it left out.
  const wrong = draft.faulty('wrong')
  if (plain !== main) reportFailures('the plain translator stepped in', wrong.length, task.sentences.length)
  await ask(plain, plain === main ? wrong.filter(sentence => draft.korean(sentence) === '') : wrong)
  reportFailures('no translator translated', draft.faulty('wrong').length, task.sentences.length)
  return Object.fromEntries(
    task.sentences.map(sentence => {
      const problems = draft.problems(sentence).map(problem => problem.code)
      return [sentence.id, { korean: draft.korean(sentence), problems: problems.filter(isStored) }]
    }),
  )
}

/** From so many sentences and this share of a batch on, hard sentences are no longer the cause: the translator fails. */
const FAILING_SENTENCES = 3
const FAILING_SHARE = 0.5

/** Logs how many sentences of a batch failed: an error, which the alarm counts, if the translator itself fails. */
export function reportFailures(event: string, failed: number, sentences: number): void {
  if (failed === 0) return
  const isFailing = failed >= FAILING_SENTENCES && failed >= sentences * FAILING_SHARE
  log(isFailing ? 'error' : 'info', 'model', event, { failed, sentences })
}

/** Not stored: a text over its budget, since the engine flags the speed of its cue, and a number that may be missing. */
function isStored(code: Problem['code']): boolean {
  return code !== 'budget' && code !== 'maybeNumbers'
}

function halves(sentences: Sentence[]): Sentence[][] {
  const middle = Math.ceil(sentences.length / 2)
  return sentences.length < 2 ? [] : [sentences.slice(0, middle), sentences.slice(middle)]
}

/** The request for some sentences of a task, with the two sentences before and after them as context. */
function contextOf(task: Assignment, sentences: readonly Sentence[]): Assignment {
  const asked = new Set(sentences)
  const first = task.sentences.findIndex(sentence => asked.has(sentence))
  const last = task.sentences.findLastIndex(sentence => asked.has(sentence))
  const english = (some: readonly Sentence[]) => some.map(({ text }) => text)
  return {
    ...task,
    sentences,
    before: [...task.before, ...english(task.sentences.slice(0, first))].slice(-2),
    after: [...english(task.sentences.slice(last + 1)), ...task.after].slice(0, 2),
  }
}

/** The best translation of each sentence so far. A text is only ever replaced by a better one. */
class Draft {
  readonly #sentences: readonly Sentence[]
  readonly #standard: Standard
  readonly #korean = new Map<string, string>()

  constructor(sentences: readonly Sentence[], standard: Standard) {
    this.#sentences = sentences
    this.#standard = standard
  }

  korean(sentence: Sentence): string {
    return this.#korean.get(sentence.id) ?? ''
  }

  /** Keeps each answer that is better than the present text. */
  take(answers: ReadonlyMap<string, string>): void {
    for (const sentence of this.#sentences) {
      const answer = answers.get(sentence.id)
      const worth = (korean: string | undefined) => cost(this.#problemsOf(sentence, korean))
      if (answer !== undefined && worth(answer) < worth(this.#korean.get(sentence.id)))
        this.#korean.set(sentence.id, answer)
    }
  }

  problems(sentence: Sentence): Problem[] {
    return this.#problemsOf(sentence, this.#korean.get(sentence.id))
  }

  /** Sentences with any problem, or only those whose text is not a translation of them. */
  faulty(weight: 'any' | 'wrong'): Sentence[] {
    return this.#sentences.filter(sentence =>
      this.problems(sentence).some(problem => weight === 'any' || problem.weight === weight),
    )
  }

  /** The faults of sentences by id, for a translator that learns. */
  faults(sentences: readonly Sentence[]): Map<string, Fault> {
    return new Map(
      sentences.map(sentence => [
        sentence.id,
        { korean: this.korean(sentence), problems: this.problems(sentence).map(problem => problem.words) },
      ]),
    )
  }

  /** Compares with two neighbours on each side, to find a text that slipped to another id. */
  #problemsOf(sentence: Sentence, korean: string | undefined): Problem[] {
    const at = this.#sentences.indexOf(sentence)
    const neighbours = this.#sentences
      .slice(Math.max(0, at - 2), at + 3)
      .filter(other => other !== sentence && this.#korean.has(other.id))
      .map(other => ({ sentence: other, korean: this.korean(other) }))
    return problemsOf(sentence, korean, neighbours, this.#standard)
  }
}

const COSTS: Partial<Record<Problem['code'], number>> = { empty: 1000, noHangul: 100, duplicate: 50 }

function cost(problems: readonly Problem[]): number {
  return problems.reduce((sum, { code, weight }) => sum + (COSTS[code] ?? (weight === 'wrong' ? 10 : 1)), 0)
}
