import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportSource,
  encodeSami,
  exportSubtitle,
  type FrameRateName,
} from '../../subtitle-engine/src/export/index.ts'
import {
  inspectCues,
  PROFILES,
  type Profile,
  type ReadSubtitle,
  readSubtitle,
  SubtitleError,
} from '../../subtitle-engine/src/index.ts'
import { type Recut, recutCues } from '../../subtitle-engine/src/recut/index.ts'
import { Fault } from './fault.ts'
import type { Say } from './texts.ts'

export const PROFILE_NAMES = Object.keys(PROFILES) as (keyof typeof PROFILES)[]
const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[]
/** Common names of formats that have another name in the engine. */
const ALSO: Readonly<Record<string, ExportFormat>> = { smi: 'sami', txt: 'text', xml: 'fcpxml', csv: 'markers' }
export const FORMAT_NAMES: readonly string[] = [...FORMATS, ...Object.keys(ALSO)]

/** The engine's name of a format, or `undefined`. */
export const formatOf = (name: string): ExportFormat | undefined =>
  ALSO[name] ?? FORMATS.find(format => format === name)

/** Reads a subtitle in any format. @throws Fault with the engine's code */
export function readAny(say: Say, name: string, source: Uint8Array | string, language: 'en' | 'ko'): ReadSubtitle {
  try {
    return readSubtitle(source, language)
  } catch (cause) {
    if (!(cause instanceof SubtitleError)) throw cause
    throw new Fault(cause.code, say('notReadable', name, cause.message), { cause })
  }
}

/** A recut subtitle, and the percentage of its cues that kept every rule before and after. */
export interface Recutting extends Recut {
  read: ReadSubtitle
  profile: Profile
  keptBefore: number
  keptAfter: number
}

export function recut(
  say: Say,
  name: string,
  source: Uint8Array | string,
  profileName: keyof typeof PROFILES,
): Recutting {
  const profile = PROFILES[profileName]
  const read = readAny(say, name, source, 'ko')
  const cut = recutCues(read.cues, profile)
  const share = (cues: Recut['before']) => percent(inspectCues(cues, profile).share)
  return { ...cut, read, profile, keptBefore: share(cut.before), keptAfter: share(cut.after) }
}

export const percent = (share: number): number => Math.round(share * 1000) / 10

/** Writes a subtitle in a format, in the encoding of that format. */
export function written(format: ExportFormat, source: ExportSource, frames?: FrameRateName): string | Uint8Array {
  const text = exportSubtitle(format, source, frames)
  return EXPORT_FORMATS[format].isCp949 ? encodeSami(text).bytes : text
}
