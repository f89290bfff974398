/** Length after which the archive cuts a name (specification, section 9). */
const TITLE_CUT = 25
/** Maximum length of a name, in characters. */
export const LONGEST_NAME = 200
/**
 * Maximum length in UTF-8 bytes. A download's URL contains the name in its path and again, percent-encoded twice, as
 * the file name: eight characters per byte. S3 accepts 8 KB of URL and headers, part of which is a Lambda session
 * token.
 */
const LONGEST_BYTES = 450

// Control characters, path separators, and marks that change text direction (they can disguise a file extension).
const UNSAFE = /[\p{Cc}\p{Cs}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

// S3 replaces `${filename}` in every field of a POST form with the name of the posted file.
const PLACEHOLDER = /(?<!\$)\$+\{/g

/**
 * Makes the name of a file or video safe for keys, headers and emails; `video` if nothing is left. At most 200
 * characters (150 Korean ones).
 */
export function cleanName(name: string): string {
  const spaced = name.normalize('NFC').replace(UNSAFE, ' ').replace(PLACEHOLDER, '{').replace(/\s+/g, ' ').trim()
  return beginning([...spaced].slice(0, LONGEST_NAME)).trim() || 'video'
}

/** Longest name of a user, in characters. */
const LONGEST_USER_NAME = 100

/** A user's name as the social provider states it, on one line and without control or direction characters. */
export function cleanUserName(name: string | undefined): string | undefined {
  const spaced = (name ?? '').normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()
  return [...spaced].slice(0, LONGEST_USER_NAME).join('').trim() || undefined
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

/** The title without its 14 digits and underscore: the name that users see. */
export function nameOfTitle(title: string): string {
  return title.replace(/^\d{14}_/, '')
}

/** The name that users see: the owner's, or else the name in the title. */
export function nameOf({ title, display_name }: { title: string; display_name?: string }): string {
  return display_name ?? nameOfTitle(title)
}

/** The name cut after 25 characters, or `undefined` if it is not longer. */
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
