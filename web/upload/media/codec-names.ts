import { UPLOAD } from '../texts.ts'

/** Names by which users may know a codec. */
const NAMES: Readonly<Record<string, string>> = {
  aac: 'AAC',
  'he-aac': 'HE-AAC',
  'ac-3': 'Dolby Digital(AC-3)',
  'e-ac-3': 'Dolby Digital Plus(E-AC-3)',
  'ac-4': 'Dolby AC-4',
  alac: 'Apple Lossless(ALAC)',
  amr: 'AMR',
  dts: 'DTS',
  flac: 'FLAC',
  mp3: 'MP3',
  opus: 'Opus',
  pcm: 'PCM',
  truehd: 'Dolby TrueHD',
  vorbis: 'Vorbis',
}

/** Codecs that some browsers decode. */
const OF_BROWSERS = ['aac', 'he-aac', 'flac', 'mp3', 'opus', 'pcm', 'vorbis']

/** What to tell users about sound that this browser cannot decode: its codec and what to do. */
export function codecProblem(codec: string): string {
  if (codec === 'encrypted') return UPLOAD.encrypted
  const name = NAMES[codec] ?? codec
  return OF_BROWSERS.includes(codec) ? UPLOAD.codecHere(name) : UPLOAD.codec(name)
}
