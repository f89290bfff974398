import { readFileSync } from 'node:fs'
import { keepLetters } from './letters.ts'

/** Judged ends of lines: by the letters of a text, which of its eojeols begin a line, and whether the end before it is bad. */
type Judged = ReadonlyMap<string, ReadonlyMap<number, boolean>>

export interface CountedEnds {
  ends: number
  bad: number
  /** Ends that nobody has judged, each in its sentence. */
  unknown: string[]
}

/** Counts where the lines and cues of texts end, and which of these ends one reader called bad. */
export function countEnds(texts: readonly (readonly string[])[]): CountedEnds {
  const counted: CountedEnds = { ends: 0, bad: 0, unknown: [] }
  for (const lines of texts) {
    const known = JUDGED.get(keepLetters(lines.join(' ')))
    let at = 0
    for (const line of lines.slice(0, -1)) {
      at += line.split(' ').length
      counted.ends += 1
      const isBad = known?.get(at)
      if (isBad === undefined) counted.unknown.push(lines.join(' / '))
      else if (isBad) counted.bad += 1
    }
  }
  return counted
}

function readJudged(): Judged {
  const judged = new Map<string, Map<number, boolean>>()
  for (const line of readFileSync(new URL('line-ends.txt', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const key = keepLetters(line)
    const ends = judged.get(key) ?? new Map<number, boolean>()
    judged.set(key, ends)
    let at = 0
    for (const token of line.split(' ')) {
      if (token === '/' || token === '‖') ends.set(at, token === '‖')
      else at += 1
    }
  }
  return judged
}

const JUDGED = readJudged()
