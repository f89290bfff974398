import * as remotion from '@remotion/captions'
import SrtParser2 from 'srt-parser-2'
import subsrt from 'subsrt-ts'
import { parseSync, stringifySync } from 'subtitle'
import { timestamp } from '../../../packages/subtitle-engine/src/format/timestamp.ts'
import { formatSrt, parseSrt } from '../../../packages/subtitle-engine/src/index.ts'
import type { Plain } from '../subtitle/corpus.ts'

/**
 * A library that parses SRT into its own representation and formats it from there; `plain` converts what it parsed for
 * comparison.
 */
export interface Peer {
  read(source: string): unknown
  plain(source: string): Plain[]
  /**
   * Prepares the corpus in the library's own representation, with times in milliseconds, and returns the function that
   * formats it.
   */
  writer(cues: number, cueAt: (n: number) => Plain): () => string
}

function peer<Own, Entry>(library: {
  read(source: string): Own
  plain(own: Own): Plain[]
  entry(cue: Plain, n: number): Entry
  write(entries: Entry[]): string
}): Peer {
  return {
    read: library.read,
    plain: source => library.plain(library.read(source)),
    writer: (cues, cueAt) => {
      const entries: Entry[] = []
      for (let n = 0; n < cues; n += 1) entries.push(library.entry(cueAt(n), n))
      return () => library.write(entries)
    },
  }
}

const srtParser = new SrtParser2()
const NONE: never[] = []

/** Name of the library whose times are converted to text before the measurement. */
export const PRE_CONVERTED = 'srt-parser-2, times as text'

export const peers: Record<string, Peer> = {
  jamak: peer({
    read: parseSrt,
    plain: cues => cues.map(({ startMs, endMs, lines }) => ({ startMs, endMs, text: lines.join('\n') })),
    entry: ({ startMs, endMs, text }) => ({ startMs, endMs, lines: text.split('\n'), sentenceIds: NONE, flags: NONE }),
    write: formatSrt,
  }),
  'subsrt-ts': peer({
    read: source => subsrt.parse(source, { format: 'srt', eol: '\n' }),
    plain: captions =>
      captions.flatMap(caption =>
        caption.type === 'caption' ? [{ startMs: caption.start, endMs: caption.end, text: caption.text }] : [],
      ),
    entry: ({ startMs, endMs, text }, n) => {
      const times = { start: startMs, end: endMs, duration: endMs - startMs }
      return { type: 'caption' as const, index: n + 1, ...times, content: text, text }
    },
    write: captions => subsrt.build(captions, { format: 'srt', eol: '\n' }),
  }),
  subtitle: peer({
    read: parseSync,
    plain: nodes =>
      nodes.flatMap(({ data }) =>
        typeof data === 'string' ? [] : [{ startMs: data.start, endMs: data.end, text: data.text }],
      ),
    entry: ({ startMs, endMs, text }) => ({ type: 'cue' as const, data: { start: startMs, end: endMs, text } }),
    write: nodes => stringifySync(nodes, { format: 'SRT' }),
  }),
  '@remotion/captions': peer({
    read: source => remotion.parseSrt({ input: source }).captions,
    plain: captions => captions.map(({ startMs, endMs, text }) => ({ startMs, endMs, text })),
    entry: ({ startMs, endMs, text }) => {
      return [{ startMs, endMs, text, timestampMs: (startMs + endMs) / 2, confidence: 1 }]
    },
    write: lines => remotion.serializeSrt({ lines }),
  }),
  // It takes times only as text, so the conversion from milliseconds is part of its formatting.
  'srt-parser-2': peer({
    read: source => srtParser.fromSrt(source),
    plain: plainLines,
    entry: ({ startMs, endMs, text }, n) => ({ id: String(n + 1), startMs, endMs, text }),
    write: entries =>
      srtParser.toSrt(entries.map(({ id, startMs, endMs, text }) => parserLine(id, startMs, endMs, text))),
  }),
  // The same library with times converted before the measurement: it has less to do than all others.
  [PRE_CONVERTED]: peer({
    read: source => srtParser.fromSrt(source),
    plain: plainLines,
    entry: ({ startMs, endMs, text }, n) => parserLine(String(n + 1), startMs, endMs, text),
    write: lines => srtParser.toSrt(lines),
  }),
}

function plainLines(lines: ReturnType<typeof srtParser.fromSrt>): Plain[] {
  return lines.map(({ startSeconds, endSeconds, text }) => {
    return { startMs: Math.round(startSeconds * 1000), endMs: Math.round(endSeconds * 1000), text }
  })
}

function parserLine(id: string, startMs: number, endMs: number, text: string) {
  const times = { startTime: timestamp(startMs, ','), startSeconds: startMs / 1000 }
  return { id, ...times, endTime: timestamp(endMs, ','), endSeconds: endMs / 1000, text }
}
