import { type Profile, weightedLength } from '#subtitle-engine'
import { findSentenceCuts, type SentenceCut, type TranslatedSentence } from '#subtitle-engine/edit'
import type { Draft } from './draft.ts'
import { type MarkedText, PHRASE_SIGN } from './phrase-ends.ts'
import type { Fault } from './translator.ts'

/** What determines, besides the texts, where lines and cues end. */
export interface Cutting {
  profile: Profile
  /** Start of the sentence after the batch, if there is one. */
  nextMs?: number
}

/**
 * A line or cue end that costs more is in doubt. Of the sentences that two readers marked, cut with weights that were not
 * learned from them, 18 % have such an end; they contain 58 % of the ends that both readers call bad
 * (docs/decisions/break-review.md).
 */
export const DOUBTFUL = 120
/** Sentences that the review lists per batch, those with the worst ends first: a third of a usual batch. */
const MOST_LISTED = 6

/** Finds the doubtful line and cue ends of a draft. Only these are reviewed, and only useful answers are kept. */
export function reviewBreaks(draft: Draft, cutting: Cutting) {
  const doubts = findDoubts(draft, cutting)
  return {
    withCuts: (faults: ReadonlyMap<string, Fault>) => withCuts(faults, doubts),
    withoutUselessAnswers: (answers: ReadonlyMap<string, string>, reasons: ReadonlyMap<string, string>) =>
      withoutUselessAnswers(answers, draft, doubts, cutting, reasons),
  }
}

/** The sentences with a doubtful line or cue end, by id. */
function findDoubts(draft: Draft, { profile, nextMs }: Cutting): Map<string, SentenceCut> {
  const doubtful = [...findSentenceCuts(draft.translated(), profile, nextMs)].filter(
    ([, { worst }]) => worst > DOUBTFUL,
  )
  return new Map(doubtful.sort(([, one], [, other]) => other.worst - one.worst).slice(0, MOST_LISTED))
}

/** Adds to the faults where the lines of the sentences in doubt end. */
function withCuts(faults: ReadonlyMap<string, Fault>, doubts: ReadonlyMap<string, SentenceCut>): Map<string, Fault> {
  return new Map(
    [...faults].map(([id, fault]) => {
      const cut = doubts.get(id)
      return [id, cut ? { ...fault, cut: showCut(cut) } : fault]
    }),
  )
}

const LINE_END = ' / '

function showCut({ lines }: SentenceCut): string {
  return lines.join(LINE_END)
}

/** Reasons for which a review corrects what a text says. */
const ABOUT_MEANING = new Set(['negation', 'roles', 'omission', 'misheard', 'quantity'])

/**
 * Removes the answers that do not help a sentence in doubt. Each remaining one corrects the meaning, solves a named
 * problem, or ends the lines at better places without causing a problem.
 * @param reasons why the model changed a text, by id
 */
function withoutUselessAnswers(
  answers: ReadonlyMap<string, string>,
  draft: Draft,
  doubts: ReadonlyMap<string, SentenceCut>,
  cutting: Cutting,
  reasons: ReadonlyMap<string, string>,
): Map<string, string> {
  const texts = draft.translated()
  const kept = new Map(answers)
  for (const [id, doubt] of doubts) {
    const [text, answer] = [texts.find(({ sentence }) => sentence.id === id), answers.get(id)]
    if (!text || answer === undefined || ABOUT_MEANING.has(reasons.get(id) ?? '')) continue
    // A model may copy the slashes of the cut that it was shown.
    const offered = text.korean.includes('/') ? answer : answer.replaceAll(LINE_END, ` ${PHRASE_SIGN} `)
    kept.set(id, offered)
    if (!helps(text, draft.read(text.sentence, offered), { draft, doubt, texts, cutting })) kept.delete(id)
  }
  return kept
}

interface Compared {
  draft: Draft
  doubt: SentenceCut
  texts: readonly TranslatedSentence[]
  cutting: Cutting
}

function helps(text: TranslatedSentence, offered: MarkedText, { draft, doubt, texts, cutting }: Compared): boolean {
  const { sentence, korean } = text
  const now = draft.problems(sentence).map(({ code }) => code)
  const then = draft.problemsWith(sentence, offered.korean).map(({ code }) => code)
  if (then.some(code => !now.includes(code))) return false
  if (then.length < now.length) return true
  if (!isAsLong(offered.korean, korean)) return false
  const cutWith = (ends: readonly number[]) => {
    const trial = texts.map(each => (each === text ? draft.withText(sentence, { ...offered, ends: [...ends] }) : each))
    return findSentenceCuts(trial, cutting.profile, cutting.nextMs).get(sentence.id) ?? doubt
  }
  const cut = cutWith(offered.ends)
  if (cut.worst > doubt.worst * BETTER || showCut(cut) === showCut(doubt)) return false
  // Marks make any place in a new text look good, so the text must also be cut better without them.
  return offered.korean === korean || cutWith([]).worst < doubt.worst
}

/** The worst line end must cost at most this share of what it did: a smaller gain is not worth another text. */
const BETTER = 0.75

/** Limits of a rewording's length, as shares of the present text's: a text that says the same is about as long. */
const [SHORTEST, LONGEST] = [0.7, 1.15]

function isAsLong(offered: string, present: string): boolean {
  const share = weightedLength(offered) / Math.max(1, weightedLength(present))
  return share >= SHORTEST && share <= LONGEST
}
