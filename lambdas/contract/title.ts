/** Characters of a name after which the archive cuts it (specification, section 9). */
export const TITLE_CUT = 25
const LONGEST_NAME = 200
/**
 * In UTF-8. The address of a download carries the name in its path and again, encoded twice, in the name to save under:
 * eight characters a byte, and S3 takes 8 KB of address and headers, of which a Lambda's session token takes a part.
 */
const LONGEST_BYTES = 450

// Control characters, path separators, and the marks that turn the direction of text (they can disguise a file's ending).
const UNSAFE = /[\p{Cc}\p{Cs}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

// S3 puts the name of the posted file in its place, in keys and wherever else it stands in a form.
const PLACEHOLDER = /\$+\{/g

/** A file's or video's name, safe inside keys, headers and mails; `video` where nothing is left. At most 200 characters (150 Korean ones). */
export function cleanName(name: string): string {
  const spaced = name.normalize('NFC').replace(UNSAFE, ' ').replace(PLACEHOLDER, '{').replace(/\s+/g, ' ').trim()
  return beginning([...spaced].slice(0, LONGEST_NAME)).trim() || 'video'
}

function beginning(characters: string[]): string {
  let bytes = 0
  const end = characters.findIndex(character => {
    bytes += new TextEncoder().encode(character).length
    return bytes > LONGEST_BYTES
  })
  return characters.slice(0, end < 0 ? undefined : end).join('')
}

/** `{YYYYMMDDHHMMSS}_{name}`: the title of an archive entry (specification, section 3). */
export function entryTitle(key: string, name: string): string {
  return `${key}_${cleanName(name)}`
}

/** The name without the 14 digits and underscore: what people read. */
export function nameOfTitle(title: string): string {
  return title.replace(/^\d{14}_/, '')
}

/** The name cut after 25 characters, or `undefined` where it needs no cut. */
export function cutName(name: string): string | undefined {
  const characters = [...name]
  return characters.length > TITLE_CUT ? characters.slice(0, TITLE_CUT).join('') : undefined
}

export type SubtitleFormat = 'srt' | 'vtt' | 'bilingual'

/** File name of a download: the title without timestamp and `.mp4`, ending in the format's suffix (specification, section 7). */
export function downloadName(title: string, format: SubtitleFormat = 'srt'): string {
  const bare = nameOfTitle(title).replace(/\.mp4$/i, '') || 'video'
  const suffix = { srt: '.srt', vtt: '.vtt', bilingual: '.en-ko.srt' }[format]
  return bare.toLowerCase().endsWith(suffix) ? bare : `${bare}${suffix}`
}
