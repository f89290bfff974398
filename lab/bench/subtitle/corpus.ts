import { closeSync, openSync, writeSync } from 'node:fs'

/** A cue as every library should parse it: times in milliseconds, lines joined by line feeds. */
export interface Plain {
  startMs: number
  endMs: number
  text: string
}

const FIRST_LINES = [
  '오늘은 날씨가 참 좋네요',
  '그래서 산책을 나갔습니다',
  'Boston에서 온 편지예요',
  '정말 그렇게 생각하세요?',
]
const SECOND_LINES = ['강가에 사람이 많더군요', '3시간쯤 걸었어요', '하지만 아무도 몰랐죠', '- 아니요, 괜찮습니다!']

/** The n-th cue, from 0, with one line or two. A million cues stay under 24 hours, the limit of some libraries. */
export function cueAt(n: number): Plain {
  const startMs = n * 78 + (n % 7)
  const one = FIRST_LINES[n % FIRST_LINES.length] ?? ''
  const text = n % 3 === 0 ? `${one} ${n}` : `${one}\n${SECOND_LINES[(n >> 2) % SECOND_LINES.length] ?? ''} ${n}`
  return { startMs, endMs: startMs + 60 + (n % 11), text }
}

/** Formats an SRT time, independently of the measured code. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23).replace('.', ',')
}

/** Writes the first `cues` cues as SRT to a file, in chunks. */
export function writeCorpus(file: string, cues: number): void {
  const out = openSync(file, 'w')
  let entries: string[] = []
  for (let n = 0; n < cues; n += 1) {
    const { startMs, endMs, text } = cueAt(n)
    entries.push(`${n === 0 ? '' : '\n'}${n + 1}\n${clock(startMs)} --> ${clock(endMs)}\n${text}\n`)
    if (entries.length < 10_000 && n + 1 < cues) continue
    writeSync(out, entries.join(''))
    entries = []
  }
  closeSync(out)
}
