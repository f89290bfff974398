import type { TranslationFile } from '../contract/media-objects.ts'
import type { Sentence } from '../subtitle/index.ts'
import { Draft } from './draft.ts'
import type { TranslationRequest, Translator } from './translator.ts'

export interface Translators {
  main: Translator
  /** Steps in where the main one gives no translation. */
  plain: Translator
}

export type Assignment = Omit<TranslationRequest, 'faults'>

/** Kept beside a translation where nothing mended it; that it is long for its time is seen on the cue itself. */
const TOLD = (code: string) => code !== 'budget'

/**
 * Translates every sentence, whatever the translator does: what it left out or got wrong is asked for again with what
 * was wrong, then in halves, then one by one, then from the plain translator; then the best of it is kept, with its
 * problems. No sentence is dropped and no text moves to another sentence.
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
  // The same translator gives the same text again: only what it left out is asked for once more.
  const wrong = draft.faulty('wrong')
  await ask(plain, plain === main ? wrong.filter(sentence => draft.korean(sentence) === '') : wrong)
  return Object.fromEntries(
    task.sentences.map(sentence => {
      const problems = draft.problems(sentence).map(problem => problem.code)
      return [sentence.id, { korean: draft.korean(sentence), problems: problems.filter(TOLD) }]
    }),
  )
}

function halves(sentences: Sentence[]): Sentence[][] {
  const middle = Math.ceil(sentences.length / 2)
  return sentences.length < 2 ? [] : [sentences.slice(0, middle), sentences.slice(middle)]
}

/** The request for some sentences of a task: the two before the first and after the last of them are its context. */
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
