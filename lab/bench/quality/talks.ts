import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Cue, parseSrt } from '#subtitle-engine'

/** The subtitles in an SRT file, or in each SRT file in a folder, by talk. A single file is one talk under any name. */
export function talksOf(path: string): Map<string, Cue[]> {
  if (!statSync(path).isDirectory()) return new Map([['talk', parseSrt(readFileSync(path, 'utf8'))]])
  const files = readdirSync(path).filter(file => file.endsWith('.srt'))
  return new Map(files.sort().map(file => [file, parseSrt(readFileSync(join(path, file), 'utf8'))]))
}

/** Another system's subtitles for the same talks, in the same order. */
export function sameTalks(path: string, talks: ReadonlyMap<string, Cue[]>): Cue[][] {
  const found = talksOf(path)
  const missing = [...talks.keys()].filter(talk => !found.has(talk))
  if (missing.length > 0) throw new Error(`${path} has no subtitles of ${missing.join(', ')}`)
  return [...talks.keys()].map(talk => found.get(talk) ?? [])
}
