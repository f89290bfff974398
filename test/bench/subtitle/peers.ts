import * as remotion from '@remotion/captions'
import SrtParser2 from 'srt-parser-2'
import subsrt from 'subsrt-ts'
import { parseSync, stringifySync } from 'subtitle'
import { formatSrt, parseSrt } from '../../../lambdas/subtitle/index.ts'
import { clock, type Plain } from './corpus.ts'

/** A library at work: it reads into its own form and writes from it; `plain` tells what it read, for the comparison. */
export type Peer = {
  read(source: string): unknown
  plain(source: string): Plain[]
  /** The corpus in the library's own form, ready to be written. */
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
const none: never[] = []

export const peers: Record<string, Peer> = {
  jamak: peer({
    read: parseSrt,
    plain: cues => cues.map(({ startMs, endMs, lines }) => ({ startMs, endMs, text: lines.join('\n') })),
    entry: ({ startMs, endMs, text }) => ({ startMs, endMs, lines: text.split('\n'), sentenceIds: none, flags: none }),
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
  'srt-parser-2': peer({
    read: source => srtParser.fromSrt(source),
    plain: lines =>
      lines.map(line => {
        const startMs = Math.round(line.startSeconds * 1000)
        return { startMs, endMs: Math.round(line.endSeconds * 1000), text: line.text }
      }),
    // Its own form holds the times as text, so it has less to do when it writes.
    entry: ({ startMs, endMs, text }, n) => {
      const times = { startTime: clock(startMs), startSeconds: startMs / 1000 }
      return { id: String(n + 1), ...times, endTime: clock(endMs), endSeconds: endMs / 1000, text }
    },
    write: lines => srtParser.toSrt(lines),
  }),
}
