import { formatBilingualSrt, formatSrt, formatVtt } from '../format/write.ts'
import type { Profile } from '../profile.ts'
import type { Cue, Sentence } from '../types.ts'
import { formatAss } from './ass.ts'
import { formatFcpxml } from './fcpxml.ts'
import { FRAME_RATES, type FrameRateName, onFrames } from './frames.ts'
import { formatMarkers } from './markers.ts'
import { formatSami } from './sami.ts'
import { formatJson, formatText } from './text.ts'
import { formatHtml } from './transcript.ts'
import { formatTtml } from './ttml.ts'

export { FRAME_RATE_NAMES, FRAME_RATES, type FrameRate, type FrameRateName } from './frames.ts'

export { encodeSami } from './sami.ts'
export { type Paragraph, paragraphsOf, paragraphTime } from './transcript.ts'

export interface ExportSource {
  name: string
  cues: readonly Cue[]
  sentences: readonly Sentence[]
  profile: Profile
}

/** For formats that count frames if none is given. */
export const DEFAULT_FRAME_RATE: FrameRateName = '29.97'

interface Writer {
  extension: string
  /** True if the format has no times but frames. */
  needsFrames?: boolean
  /** True if the file is to be encoded by `encodeSami` instead of as UTF-8. */
  isCp949?: boolean
  write(source: ExportSource, frameRate: FrameRateName | undefined): string
}

/** Every format, by name. Cues are on frames already where a frame rate is given. */
const WRITERS = {
  srt: { extension: 'srt', write: ({ cues }) => formatSrt(cues) },
  vtt: { extension: 'vtt', write: ({ cues, profile }) => formatVtt(cues, profile) },
  bilingual: { extension: 'en-ko.srt', write: ({ cues, sentences }) => formatBilingualSrt(cues, sentences) },
  ass: { extension: 'ass', write: ({ cues, profile }) => formatAss(cues, profile) },
  ttml: {
    extension: 'ttml',
    write: ({ cues, profile }, name) => formatTtml(cues, profile, name && FRAME_RATES[name]),
  },
  fcpxml: {
    extension: 'fcpxml',
    needsFrames: true,
    write: ({ cues, name }, rate = DEFAULT_FRAME_RATE) => formatFcpxml(cues, name, FRAME_RATES[rate]),
  },
  markers: {
    extension: 'csv',
    needsFrames: true,
    write: ({ cues }, rate = DEFAULT_FRAME_RATE) => formatMarkers(cues, FRAME_RATES[rate]),
  },
  sami: { extension: 'smi', write: ({ cues }) => formatSami(cues) },
  samiCp949: { extension: 'smi', isCp949: true, write: ({ cues }) => formatSami(cues) },
  samiBoth: { extension: 'en-ko.smi', write: ({ cues, sentences }) => formatSami(cues, sentences) },
  samiBothCp949: {
    extension: 'en-ko.smi',
    isCp949: true,
    write: ({ cues, sentences }) => formatSami(cues, sentences),
  },
  text: { extension: 'txt', write: ({ cues }) => formatText(cues) },
  html: { extension: 'html', write: ({ name, cues, sentences }) => formatHtml(name, cues, sentences) },
  json: { extension: 'json', write: ({ cues, sentences, profile }) => formatJson(cues, sentences, profile) },
} as const satisfies Record<string, Writer>

export type ExportFormat = keyof typeof WRITERS

export const EXPORT_FORMATS: Readonly<Record<ExportFormat, Omit<Writer, 'write'>>> = WRITERS

/** Writes a subtitle in a format; with a frame rate, every in-time and out-time is on a frame. */
export function exportSubtitle(format: ExportFormat, source: ExportSource, frameRate?: FrameRateName): string {
  const cues = frameRate ? onFrames(source.cues, FRAME_RATES[frameRate]) : source.cues
  const writer: Writer = WRITERS[format]
  return writer.write({ ...source, cues }, frameRate)
}
