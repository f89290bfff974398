import { type Cue, formatBilingualSrt, formatSrt, formatVtt, type Profile, type Sentence } from '../index.ts'

type Formatter = (cues: Cue[], sentences: Sentence[], profile: Profile) => string

/** Subtitle formats by the value of `--format`. */
export const FORMATS: Readonly<Record<string, Formatter>> = {
  srt: formatSrt,
  vtt: (cues, _, profile) => formatVtt(cues, profile),
  bilingual: formatBilingualSrt,
}
