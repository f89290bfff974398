import { strToU8, zipSync } from 'fflate'

export interface NamedFile {
  filename: string
  content: string | Uint8Array
}

/** Path separators, control characters, and what Windows refuses in a name. */
const REFUSED = /[<>:"/\\|?*\p{Cc}]/gu
/** Names of devices, which Windows refuses with any ending. */
const DEVICE = /^(?=(?:con|prn|aux|nul|com\d|lpt\d)\.)/i
/** Longest name of a file on Linux and macOS, in bytes; `unzip` drops a file whose name is longer. */
const MOST_BYTES = 255

/** Builds a ZIP file of subtitles in the given order, which every system can unpack. Equal file names get a number. */
export function zipSubtitles(files: readonly NamedFile[]): Uint8Array<ArrayBuffer> {
  const taken = new Set<string>()
  const entries = files.map(({ filename, content }) => {
    const name = uniqueName(filename.normalize('NFC').replace(REFUSED, '_').replace(DEVICE, '_'), taken)
    taken.add(folded(name))
    return [name, typeof content === 'string' ? strToU8(content) : content] as const
  })
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

/** Windows and macOS ignore case, so the second of two such files would overwrite the first. */
function folded(name: string): string {
  return name.toLowerCase()
}

function uniqueName(filename: string, taken: ReadonlySet<string>): string {
  const dot = filename.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, '']
  for (let n = 1; ; n += 1) {
    const rest = `${n === 1 ? '' : ` (${n})`}${ending}`
    const name = `${cutToBytes(stem, MOST_BYTES - strToU8(rest).length)}${rest}`
    if (!taken.has(folded(name))) return name
  }
}

function cutToBytes(text: string, most: number): string {
  let [cut, bytes] = ['', 0]
  for (const character of text) {
    bytes += strToU8(character).length
    if (bytes > most) break
    cut += character
  }
  return cut
}
