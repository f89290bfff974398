import { openAsBlob } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filmSpan, type Timeline } from '#mp4-sound'
import { disagreement, type PageReading, readAsPage, readAsServer, sentByPage } from './callers.ts'
import { clicksIn, decoded, playedClicks } from './clicks.ts'
import { ProgramFailed } from './programs.ts'

/** What became of one file. Lengths are milliseconds. */
export interface Row {
  file: string
  /** Length of what FFmpeg plays; absent if it plays nothing. */
  playedMs?: number | undefined
  /** The track that is taken, counting from 0, its codec, and whether the page asks which one speaks. */
  codec?: string
  track?: number
  isAsked?: boolean
  quotedMs?: number
  chargedMs?: number
  heardMs?: number
  /** Largest distance between a click as FFmpeg plays it and as its cue would be timed. */
  errorMs?: number
  /** Film's times at which the clicks would be shown. */
  clicks?: number[] | undefined
  refusal?: string
  /** Why the file is not right; empty for a right one. */
  faults: string[]
}

/** A cue may be this far off. */
const CUE_MS = 100
/** FFmpeg and the tables of a file differ by a frame or two at its end. */
const PLAYED_MS = 300

export interface CheckSettings {
  /** Where files in between are kept. */
  folder: string
  ffmpeg: string
  /** The sound track that must be taken, counting from 0. */
  track?: number
  /** True if time 0 of the file, not its first picture or sound, is the film's. */
  isFromZero?: boolean
  /** A hole of the edit list, in which FFmpeg plays the beginning of the film instead of nothing. */
  hole?: readonly [fromMs: number, toMs: number]
}

/** Sends a file through the page's reading and the server's, and compares the times of its clicks with FFmpeg's. */
export async function check(path: string, settings: CheckSettings): Promise<Row> {
  const row: Row = { file: basename(path), faults: [] }
  const page = await readAsPage(await openAsBlob(path))
  const difference = await disagreement(page, await readAsServer(await readFile(path)))
  if (difference) row.faults.push(difference)
  const played = await play(path, 'refusal' in page ? 0 : page.number, settings)
  row.playedMs = played?.ms
  if ('refusal' in page) {
    row.refusal = page.refusal
    if (played) row.faults.push('FFmpeg plays it')
    return row
  }
  const { track, number, isAsked, quotedMs } = page
  Object.assign(row, {
    codec: `${track.codec} ${track.rate} Hz, ${track.channels} ch`,
    track: number,
    isAsked,
    quotedMs,
  })
  if (settings.track !== undefined && number !== settings.track) row.faults.push(`track ${number} is taken`)
  if (!played) row.faults.push('FFmpeg does not play it')
  else if (played.ms > quotedMs + PLAYED_MS) row.faults.push(`FFmpeg plays ${played.ms} ms`)
  const timed = await timedClicks(row, page, settings)
  if (played && timed) row.errorMs = worst(played.clicks, timed)
  row.clicks = timed
  if ((row.errorMs ?? 0) > CUE_MS) row.faults.push(`cues ${row.errorMs} ms off`)
  return row
}

/** The film's times of the clicks in the sound that is transcribed, or in that which the page converts first. */
async function timedClicks(row: Row, page: PageReading, settings: CheckSettings): Promise<number[] | undefined> {
  const sent = await sentByPage(page)
  if ('refusal' in sent) return undefined
  const file = join(settings.folder, `${row.file}.sound.mp4`)
  const decoding = { ffmpeg: settings.ffmpeg, isFromZero: true }
  if (!page.track.isCountable) {
    await writeFile(file, sent)
    return (await playedClicks(file, decoding)).clicks
  }
  const server = await readAsServer(sent)
  if ('refusal' in server) return undefined
  Object.assign(row, { chargedMs: server.chargedMs, heardMs: server.track.soundMs })
  await writeFile(file, server.heard)
  return onFilm(clicksIn(await decoded(file, decoding)), server.track.timeline)
}

async function play(path: string, track: number, { ffmpeg, isFromZero, hole }: CheckSettings) {
  try {
    const { ms, clicks } = await playedClicks(path, { track, ffmpeg, isFromZero })
    return { ms, clicks: clicks.filter(at => !hole || at < hole[0] || at > hole[1]) }
  } catch (error) {
    if (error instanceof ProgramFailed) return undefined
    throw error
  }
}

/** Times in the film of a sound's clicks, mapped as the times of words are. */
function onFilm(clicks: readonly number[], timeline: Timeline): number[] {
  return clicks.flatMap(at => filmSpan(timeline, { startMs: at, endMs: at + 40 })?.startMs ?? [])
}

/** The largest distance of a played click from the nearest timed one, and the other way around. */
export function worst(played: readonly number[], timed: readonly number[]): number {
  const far = (from: readonly number[], to: readonly number[]) =>
    from.map(at => Math.min(...to.map(other => Math.abs(other - at)), Number.POSITIVE_INFINITY))
  return Math.round(Math.max(0, ...far(played, timed), ...far(timed, played)))
}
