import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type Cue, koreanProfile, parseSrt, readSubtitle } from '#subtitle-engine'
import { exportSubtitle } from '#subtitle-engine/export'

/**
 * Runs other people's readers over our files and ours over theirs, and prints what differs:
 * `node lab/readers/round-trips.ts`. Needs ffmpeg, and in the Python that PYTHON names
 * pysubs2 1.8.1, webvtt-py 0.6.0, pycaption 2.3.14 and ttconv 1.2.3. Says which of them are missing.
 */
const PYTHON = process.env.PYTHON ?? 'python3'
const CUES: readonly Cue[] = (
  [
    [1000, 2500, '오늘은 빵을 굽는 법을', '배워 보겠습니다'],
    [3000, 4500, 'Q&A 시간이에요 <3 & 5 > 4'],
    [5000, 7000, '파일 → 내보내기'],
    [8000, 9000, '{count}와 useState'],
    [10_000, 12_345, '- 밥 먹었어?', '- 아직요'],
  ] as const
).map(([startMs, endMs, ...lines]) => ({ startMs, endMs, lines, sentenceIds: [], flags: [] }))
const FORMATS = { srt: 'srt', vtt: 'vtt', ass: 'ass', ttml: 'ttml', smi: 'sami' } as const
/** Files that each tool reads and writes. */
const TOOLS: Readonly<Record<string, { reads: readonly string[]; writes: readonly string[] }>> = {
  ffmpeg: { reads: ['srt', 'vtt', 'ass', 'smi'], writes: ['srt', 'vtt', 'ass', 'lrc', 'ttml'] },
  pysubs2: { reads: ['srt', 'vtt', 'ass', 'ttml'], writes: ['srt', 'vtt', 'ass', 'ssa', 'ttml'] },
  'webvtt-py': { reads: ['srt', 'vtt'], writes: ['srt', 'vtt'] },
  pycaption: { reads: ['srt', 'vtt', 'ttml', 'smi'], writes: ['srt', 'vtt', 'ttml', 'smi'] },
  ttconv: { reads: ['srt', 'vtt', 'ttml'], writes: ['srt', 'vtt', 'ttml'] },
}

type Read = readonly (readonly [startMs: number, text: string])[]
const rows = z.array(z.tuple([z.number(), z.number(), z.string()]))
const folder = mkdtempSync(join(tmpdir(), 'round-trips-'))
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/^- |(?<=\s)- /g, '')
    .replace(/\s+/g, ' ')
    .trim()
const ours = (cues: readonly Cue[]): Read => cues.map(({ startMs, lines }) => [startMs, plain(lines.join(' '))])

function run(tool: string, action: 'read' | 'write', path: string, out: string): Read {
  if (tool === 'ffmpeg') {
    const target = action === 'write' ? out : join(folder, 'read.srt')
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', path, target], { stdio: ['ignore', 'ignore', 'pipe'] })
    return action === 'write' ? [] : ours(parseSrt(readFileSync(target, 'utf8')))
  }
  const script = join(import.meta.dirname, 'others.py')
  const answer = execFileSync(PYTHON, [script, tool, action, path, out], { stdio: ['ignore', 'pipe', 'pipe'] })
  return rows.parse(JSON.parse(answer.toString())).map(([startMs, , text]) => [startMs, plain(text)])
}

/** The differences that the other program causes, and how. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'ffmpeg reads our vtt': 'escapes braces for ASS and writes the escapes into SRT',
  'we read the lrc of ffmpeg': 'writes every line as a cue of its own, since LRC has no lines within one',
  'pysubs2 reads our vtt': 'does not decode entities, and hides braces, since it keeps every format as ASS',
  'pysubs2 reads our ttml': 'hides braces, since it keeps every format as ASS',
  'webvtt-py reads our vtt': 'does not decode entities',
}

/** What differs: a text, or a start by more than a hundredth of a second, the precision of ASS and LRC. */
function differences(expected: Read, read: Read): string[] {
  const found = expected.flatMap(([startMs, text], i) => {
    const [ms, said] = read[i] ?? [0, '(missing)']
    if (said !== text) return [`${JSON.stringify(text)} is ${JSON.stringify(said)}`]
    return Math.abs(ms - startMs) > 10 ? [`${startMs} ms is ${ms} ms`] : []
  })
  return read.length > expected.length ? [...found, `${read.length - expected.length} cues more`] : found
}

function line(name: string, work: () => string[]): void {
  try {
    const found = work()
    const reason = found.length > 0 && EXPLAINED[name]
    console.log(
      `${name.padEnd(34)} ${found.length === 0 ? 'the same' : found.join('; ')}${reason ? ` (${reason})` : ''}`,
    )
  } catch (error) {
    const stderr =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : String(error)
    console.log(`${name.padEnd(34)} left out: ${stderr}`)
  }
}

try {
  for (const [extension, format] of Object.entries(FORMATS)) {
    const source = { name: 'x', cues: CUES, sentences: [], profile: koreanProfile }
    writeFileSync(join(folder, `ours.${extension}`), exportSubtitle(format, source))
  }
  for (const [tool, { reads, writes }] of Object.entries(TOOLS)) {
    for (const format of reads)
      line(`${tool} reads our ${format}`, () =>
        differences(ours(CUES), run(tool, 'read', join(folder, `ours.${format}`), '')),
      )
    for (const format of writes)
      line(`we read the ${format} of ${tool}`, () => {
        const path = join(folder, `theirs.${format}`)
        run(tool, 'write', join(folder, 'ours.srt'), path)
        const { cues } = readSubtitle(new Uint8Array(readFileSync(path)), 'ko')
        return differences(
          ours(CUES),
          cues.map(({ startMs, lines }) => [
            startMs,
            plain(lines.map(({ words }) => words.map(word => word.text).join(' ')).join(' ')),
          ]),
        )
      })
  }
} finally {
  rmSync(folder, { recursive: true })
}
