import {
  type Cue,
  cuesFromSentences,
  inspectCues,
  PROFILES,
  type Profile,
  type Sentence,
  type Word,
  weightedLength,
} from '#subtitle-engine'
import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'
import type { Label, LabelledSentence } from '../../breaks/labelled.ts'
import type { Ranges } from './plain-ways.ts'

/** A break inside a sentence, before word `at`. */
export interface Break {
  sentence: LabelledSentence
  at: number
  kind: 'line' | 'cue'
  /** The labels of the first and the second reader. */
  labels: readonly [Label, Label]
}

/** Result of cutting a set of sentences by one method. */
export interface Outcome {
  cues: number
  breaks: Break[]
  /** Share of cues that keep every rule; NaN for methods without times. */
  kept: number
}

const WORD_MS = 390
const standard: Profile = PROFILES.standard

/**
 * Times English words so that they last as long as the Korean at this speed (weighted characters per second), with
 * breaths in between.
 */
function spoken(sentences: readonly LabelledSentence[], speed: number): Sentence[] {
  const random = randomFrom(29)
  let at = 500
  return sentences.map(({ words }, i) => {
    const spanMs = Math.max(400, (weightedLength(words.join(' ')) / speed) * 1000)
    const count = Math.max(1, Math.round(spanMs / WORD_MS))
    const shares = Array.from({ length: count }, () => 0.5 + random())
    const breaths = Array.from({ length: count }, (_, n) => (n > 0 && random() < 0.15 ? 0.4 + random() : 0))
    const total = [...shares, ...breaths].reduce((sum, share) => sum + share, 0)
    const said: Word[] = []
    for (let n = 0; n < count; n += 1) {
      at += Math.round((spanMs * (breaths[n] ?? 0)) / total)
      const endMs = at + Math.round((spanMs * (shares[n] ?? 0)) / total)
      said.push({ text: 'word', startMs: at, endMs, confidence: 1, after: n + 1 === count ? '.' : '' })
      at = endMs
    }
    const sentence = { id: `s${i + 1}`, text: 'word', words: said, startMs: said[0]?.startMs ?? at, endMs: at }
    at += 300 + Math.round(random() * 600)
    return sentence
  })
}

export function profileNamed(name = 'standard'): Profile {
  const profile = Object.entries(PROFILES).find(([key]) => key === name)?.[1]
  if (!profile) throw new Error(`no profile is named ${name}`)
  return profile
}

/**
 * Cuts sentences with the engine at this speed, in weighted characters per second.
 * @param marks for each sentence, the words before which a translator marked a phrase's end
 */
export function cutByEngine(
  sentences: readonly LabelledSentence[],
  speed: number,
  profile = standard,
  marks: readonly (readonly number[])[] = [],
): Outcome {
  const said = spoken(sentences, speed)
  const korean = new Map(sentences.map(({ words }, i) => [`s${i + 1}`, words.join(' ')]))
  const ends = new Map(marks.map((each, i) => [`s${i + 1}`, each]))
  const cues = cuesFromSentences(said, korean, profile, undefined, ends)
  const { rules } = inspectCues(cues, profile, said)
  const broken = new Set(Object.values(rules).flatMap(({ cues: which }) => which))
  return {
    cues: cues.length,
    breaks: breaksOf(cues, sentences),
    kept: 1 - broken.size / cues.length,
  }
}

/** Finds the cue and line breaks within the sentences that the cues show, in order. */
function breaksOf(cues: readonly Cue[], sentences: readonly LabelledSentence[]): Break[] {
  const places = sentences.flatMap(sentence => sentence.words.map((_, at) => ({ sentence, at })))
  const found: Break[] = []
  let word = 0
  for (const { lines } of cues) {
    for (const [i, line] of lines.entries()) {
      const place = places[word]
      const labels = place && labelsAt(place.sentence, place.at)
      if (place && labels) found.push({ ...place, kind: i > 0 ? 'line' : 'cue', labels })
      word += line.replace(/^- /, '').split(' ').length
    }
  }
  if (word !== places.length) throw new Error(`${word} of ${places.length} words were found in the cues`)
  return found
}

/** Cuts sentences by a method that ignores times. */
export function cutByLength(
  sentences: readonly LabelledSentence[],
  way: (words: readonly string[]) => Ranges,
): Outcome {
  const breaks: Break[] = []
  let count = 0
  for (const sentence of sentences) {
    const cues = way(sentence.words)
    count += cues.length
    for (const lines of cues) {
      for (const [i, [at]] of lines.entries()) {
        const labels = labelsAt(sentence, at)
        if (labels) breaks.push({ sentence, at, kind: i > 0 ? 'line' : 'cue', labels })
      }
    }
  }
  return { cues: count, breaks, kept: Number.NaN }
}

/** The readers' labels for a break before word `at`. */
export function labelsAt({ labels, second }: LabelledSentence, at: number): readonly [Label, Label] | undefined {
  const [one, other] = [labels[at - 1], second[at - 1]]
  return one && other && [one, other]
}
