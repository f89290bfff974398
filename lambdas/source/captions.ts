import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { CaptionTrack } from '../contract/media-objects.ts'
import { log } from '../runtime/log.ts'

/** Order of preference: plain English, then these countries' variants, then any other. */
const ORDER = ['en', 'en-US', 'en-GB']

/** Reads the best English track among a fetch's files; `undefined` if none can be read. */
export async function readCaptions(folder: string): Promise<CaptionTrack | undefined> {
  for (const { name, language, format } of await tracks(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    try {
      const captions = format === 'json3' ? captionsOfJson3(text) : captionsOfVtt(text)
      if (captions.length > 0) return { language, captions }
    } catch (error) {
      // An unreadable track is not an error: the speech is transcribed instead.
      log('warn', 'video', 'captions are unreadable', { format }, error)
    }
  }
  return undefined
}

async function tracks(folder: string): Promise<{ name: string; language: string; format: string }[]> {
  const found = (await readdir(folder)).flatMap(name => {
    const [, language, format] = /^source\.(en(?:-[A-Za-z0-9_-]+)?)\.(json3|vtt)$/.exec(name) ?? []
    return language && format ? [{ name, language, format }] : []
  })
  const rank = (language: string) => (ORDER.indexOf(language) + ORDER.length + 1) % (ORDER.length + 1)
  return found.sort((a, b) => rank(a.language) - rank(b.language) || a.name.localeCompare(b.name))
}

/** YouTube's own caption format: the fields that are read here. */
const json3 = z.looseObject({
  events: z
    .array(
      z.looseObject({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        segs: z.array(z.looseObject({ utf8: z.string().default('') })).optional(),
      }),
    )
    .default([]),
})

/** Parses the captions of a json3 track. Events without text only set windows and pens, and are skipped. */
function captionsOfJson3(text: string): CaptionTrack['captions'] {
  return json3.parse(JSON.parse(text)).events.flatMap(({ tStartMs, dDurationMs = 0, segs = [] }) => {
    const said = segs
      .map(({ utf8 }) => utf8)
      .join('')
      .trim()
    if (tStartMs === undefined || said === '') return []
    const startMs = Math.max(0, Math.round(tStartMs))
    return [{ startMs, endMs: startMs + Math.max(0, Math.round(dDurationMs)), text: said }]
  })
}

const TIMING = /^\s*(?:(\d{1,9}):)?(\d\d):(\d\d)[.,](\d{3})\s+-->\s+(?:(\d{1,9}):)?(\d\d):(\d\d)[.,](\d{3})/

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"' }

/** Parses the captions of a WebVTT file, without header, notes, styles, settings and tags. */
export function captionsOfVtt(text: string): CaptionTrack['captions'] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap(block => {
    const lines = block.split('\n')
    const at = lines.findIndex(line => TIMING.test(line))
    const times = TIMING.exec(lines[at] ?? '')
    const said = lines
      .slice(at + 1)
      .map(plain)
      .join('\n')
      .trim()
    if (!times || said === '') return []
    return [{ startMs: milliseconds(times.slice(1, 5)), endMs: milliseconds(times.slice(5, 9)), text: said }]
  })
}

function plain(line: string): string {
  return line.replace(/<[^<>]*>/g, '').replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

function milliseconds(parts: (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = parts.map(part => Number(part ?? 0))
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
}
