import { closeSync, openSync, writeSync } from 'node:fs'

/** What every reader should find: times in milliseconds, lines joined by line feeds. */
export type Plain = { startMs: number; endMs: number; text: string }

const first = [
  '오늘은 날씨가 참 좋네요',
  '그래서 산책을 나갔습니다',
  'Boston에서 온 편지예요',
  '정말 그렇게 생각하세요?',
]
const second = ['강가에 사람이 많더군요', '3시간쯤 걸었어요', '하지만 아무도 몰랐죠', '- 아니요, 괜찮습니다!']

/** The n-th cue, from 0: one line or two; a million of them stay under 24 hours, so that every reader can take part. */
export function cueAt(n: number): Plain {
  const startMs = n * 78 + (n % 7)
  const one = first[n % first.length] ?? ''
  const text = n % 3 === 0 ? `${one} ${n}` : `${one}\n${second[(n >> 2) % second.length] ?? ''} ${n}`
  return { startMs, endMs: startMs + 60 + (n % 11), text }
}

/** SRT time by the plainest means. */
export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23).replace('.', ',')
}

/** Writes the first cues as SRT to a file, piece by piece. */
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
