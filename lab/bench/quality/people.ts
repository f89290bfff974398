import * as z from 'zod'
import { type Cue, cuesFromSentences, koreanProfile, type Sentence } from '#subtitle-engine'
import { greedyFill } from '../breaks/plain-ways.ts'

const ms = z.int().nonnegative()

/**
 * Sentences subtitled by people: `words` are [text, start, end] of the speech, `cues` [start, end, lines] of its Korean;
 * `nextStart` is when the next sentence begins; times in milliseconds.
 */
export const peopleFile = z.array(
  z.object({
    video: z.string(),
    words: z.array(z.tuple([z.string(), ms, ms])).min(1),
    nextStart: ms,
    cues: z.array(z.tuple([ms, ms, z.array(z.string()).min(1)])).min(1),
  }),
)
type PeopleSentence = z.infer<typeof peopleFile>[number]

/** Cues by people, by the engine and by a greedy cutter for the same Korean, cut sentence by sentence, by video. */
export function cutLikePeople(sentences: readonly PeopleSentence[]) {
  const ways = { people: new Map<string, Cue[]>(), engine: new Map<string, Cue[]>(), greedy: new Map<string, Cue[]>() }
  for (const spoken of sentences) {
    const sentence = sentenceOf(spoken)
    const korean = spoken.cues
      .flatMap(([, , lines]) => lines)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    const endMs = Math.max(spoken.nextStart, sentence.endMs + 1)
    const add = (way: keyof typeof ways, cues: Cue[]) => {
      ways[way].set(spoken.video, [...(ways[way].get(spoken.video) ?? []), ...cues])
    }
    add(
      'people',
      spoken.cues.map(([startMs, endMs, lines]) => cueOf(startMs, endMs, lines)),
    )
    add('engine', cuesFromSentences([sentence], new Map([['s1', korean]]), koreanProfile, endMs))
    add('greedy', greedyCues(korean, sentence))
  }
  return ways
}

function sentenceOf({ words }: PeopleSentence): Sentence {
  const timed = words.map(([written, startMs, endMs]) => {
    const [, bare = '', after = ''] = /^(.*?)([.,?!…;:]*)$/su.exec(written) ?? []
    return {
      text: bare || written,
      startMs,
      endMs: Math.max(endMs, startMs + 1),
      confidence: 1,
      after: bare ? after : '',
    }
  })
  const text = words.map(([word]) => word).join(' ')
  return { id: 's1', text, words: timed, startMs: timed[0]?.startMs ?? 0, endMs: timed.at(-1)?.endMs ?? 0 }
}

/** Fills each line with as many words as fit, two lines per cue, and divides the time in proportion to letters. */
function greedyCues(korean: string, { startMs, endMs }: Sentence): Cue[] {
  const words = korean.split(' ')
  const letters = (from: number, to: number) => words.slice(from, to).join('').length
  const msAt = (word: number) => Math.round(startMs + ((endMs - startMs) * letters(0, word)) / letters(0, words.length))
  return greedyFill(words).map(lines => {
    const [from, to] = [lines[0]?.[0] ?? 0, lines.at(-1)?.[1] ?? 0]
    return cueOf(
      msAt(from),
      msAt(to),
      lines.map(([a, b]) => words.slice(a, b).join(' ')),
    )
  })
}

function cueOf(startMs: number, endMs: number, lines: string[]): Cue {
  return { startMs, endMs: Math.max(endMs, startMs + 1), lines, sentenceIds: [], flags: [] }
}
