import { readFileSync } from 'node:fs'
import { keepLetters } from './letters.ts'

/** The small model's answer to a text whose lines end badly. */
export interface Rewording {
  text: string
  /** With phrase signs. */
  answer: string
  saysTheSame: boolean
}

function readRewordings(): Rewording[] {
  const lines = readFileSync(new URL('rewordings.txt', import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    if (!line.startsWith('< ')) return []
    const answer = lines[i + 1] ?? ''
    if (!/^[>!] /.test(answer)) throw new Error(`no answer: ${line}`)
    return { text: line.slice(2), answer: answer.slice(2), saysTheSame: answer.startsWith('>') }
  })
}

/** The rewording of a text, or the one whose answer a text is. */
export function findRewording(korean: string, by: 'text' | 'answer'): Rewording | undefined {
  return REWORDINGS.find(each => keepLetters(each[by]) === keepLetters(korean))
}

const REWORDINGS = readRewordings()
