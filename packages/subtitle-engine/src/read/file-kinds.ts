/** Kinds of files that are no subtitles, recognized by their first bytes or words. */
export type FileKind =
  | 'zip'
  | 'pdf'
  | 'rtf'
  | 'video'
  | 'image'
  | 'html'
  | 'scc'
  | 'stl'
  | 'vobsub'
  | 'pgs'
  | 'microdvd'
  | 'json'
  | 'text'

/** The bytes that files of a kind have at an offset. */
const MAGIC: readonly (readonly [kind: FileKind, bytes: string, offset?: number])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'Rar!'],
  ['zip', '7z\xbc\xaf'],
  ['pdf', '%PDF'],
  ['rtf', '{\\rtf'],
  ['video', 'ftyp', 4],
  ['video', '\x1aE\xdf\xa3'],
  ['video', 'RIFF'],
  ['video', 'ID3'],
  ['video', 'OggS'],
  ['video', 'fLaC'],
  ['image', '\x89PNG'],
  ['image', '\xff\xd8\xff'],
  ['image', 'GIF8'],
  ['stl', 'STL25.01', 3],
  ['stl', 'STL30.01', 3],
  ['pgs', '\0\0\0\0', 6],
  ['vobsub', '# VobSub index'],
  ['vobsub', '\0\0\x01\xba'],
]
const WORDS: readonly (readonly [FileKind, RegExp])[] = [
  ['scc', /^Scenarist_SCC/],
  ['microdvd', /^\{\d{1,9}\}\{\d{0,9}\}/],
  ['html', /^<(?:!doctype html|html)[\s>]/i],
  ['json', /^(?:\{\s{0,99}["}]|\[\s{0,99}[[{\d"\]])/],
]

/** What a file is, by its beginning. Bytes that may be any text give undefined; text that is nothing else gives `text`. */
export function findKind(source: Uint8Array | string): FileKind | undefined {
  const isText = typeof source === 'string'
  const start = isText ? source.trimStart().slice(0, 200) : String.fromCharCode(...source.subarray(0, 200))
  const known = MAGIC.find(([kind, bytes, offset = 0]) => {
    return start.startsWith(bytes, offset) && (kind !== 'pgs' || start.startsWith('PG'))
  })
  if (known || !isText) return known?.[0]
  return WORDS.find(([, pattern]) => pattern.test(start))?.[0] ?? 'text'
}
