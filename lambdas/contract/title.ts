/** Characters of a name after which the archive cuts it (specification, section 9). */
const TITLE_CUT = 25
/** Characters of a name. */
export const LONGEST_NAME = 200
/**
 * Limit in UTF-8. The URL of a download carries the name in its path and again, percent-encoded twice, in the name to
 * save under: eight characters per byte. S3 accepts 8 KB of URL and headers, and a Lambda session token takes part of it.
 */
const LONGEST_BYTES = 450

// Control characters, path separators, and marks that change the direction of text (they can disguise a file extension).
const UNSAFE = /[\p{Cc}\p{Cs}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

// S3 replaces `${filename}` in every field of a POST form by the name of the posted file.
const PLACEHOLDER = /(?<!\$)\$+\{/g

/** The name of a file or video, safe inside keys, headers and mails; `video` if nothing is left. At most 200 characters (150 Korean ones). */
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

/** The title without its 14 digits and underscore: the name that people see. */
export function nameOfTitle(title: string): string {
  return title.replace(/^\d{14}_/, '')
}

/** The name that people see: what the owner called the entry, or else the name in its title. */
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
