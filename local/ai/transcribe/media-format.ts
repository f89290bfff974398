import { open } from 'node:fs/promises'

/** The formats that Amazon Transcribe accepts, by their names in the parameter MediaFormat. */
export const MEDIA_FORMATS = ['mp3', 'mp4', 'wav', 'flac', 'ogg', 'amr', 'webm', 'm4a'] as const
export type MediaFormat = (typeof MEDIA_FORMATS)[number]

/** The format that the first bytes of a file indicate. */
export interface DetectedFormat {
  format: MediaFormat
  /** False if it is not documented what Amazon detects: fragmented MP4, and brands other than those below. */
  isCertain: boolean
}

const START_BYTES = 12
const BOX_HEADER = 16
/** Maximum boxes to inspect before the media itself. */
const MOST_BOXES = 16

const M4A_BRANDS = ['M4A ', 'M4B ']
const MP4_BRANDS = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ']

/** Detects the format of a media file from its content. `undefined` if Amazon Transcribe does not accept it. */
export async function detectFormat(path: string): Promise<DetectedFormat | undefined> {
  await using file = await open(path)
  const read = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
  const start = await read(0, START_BYTES)
  if (start.toString('latin1', 4, 8) !== 'ftyp') return simpleFormat(start)
  const brand = start.toString('latin1', 8, 12)
  const isFragmented = await hasFragments(read)
  if (M4A_BRANDS.includes(brand)) return { format: 'm4a', isCertain: !isFragmented }
  return { format: 'mp4', isCertain: !isFragmented && MP4_BRANDS.includes(brand) }
}

/** Formats that the first bytes identify. */
function simpleFormat(start: Buffer): DetectedFormat | undefined {
  const text = start.toString('latin1')
  const certain = (format: MediaFormat): DetectedFormat => ({ format, isCertain: true })
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE') return certain('wav')
  if (text.startsWith('fLaC')) return certain('flac')
  if (text.startsWith('OggS')) return certain('ogg')
  if (text.startsWith('#!AMR')) return certain('amr')
  if (text.startsWith('\x1a\x45\xdf\xa3')) return certain('webm')
  const [first = 0, second = 0] = start
  const isMpegLayer3 = first === 0xff && (second & 0xe6) === 0xe2
  return text.startsWith('ID3') || isMpegLayer3 ? certain('mp3') : undefined
}

/** Whether an MP4 is fragmented: a `moof` box among the first boxes. */
async function hasFragments(read: (at: number, length: number) => Promise<Buffer>): Promise<boolean> {
  let at = 0
  for (let count = 0; count < MOST_BOXES; count += 1) {
    const header = await read(at, BOX_HEADER)
    if (header.length < 8) return false
    if (header.toString('latin1', 4, 8) === 'moof') return true
    const short = header.readUInt32BE(0)
    const size = short === 1 && header.length === BOX_HEADER ? Number(header.readBigUInt64BE(8)) : short
    if (size < 8) return false
    at += size
  }
  return false
}
