/** What a track says about its content. */
export interface Labels {
  /** ISO 639-2 code; absent if undetermined. */
  language: string | undefined
  name: string | undefined
  isCommentary: boolean
}

/** Names that muxers give to every sound track. */
const NO_NAME = /handle|^(sound|audio|mono|stereo|surround)$|core media|produced by|^\W*$/i
const COMMENTARY = /comment|descri(bed|ption|ptive)|director|해설/i

/** Reads `mdhd`, `hdlr`, and `name` and `kind` of the user data. */
export function labelsOf(
  medium: DataView,
  handler: DataView,
  title: DataView | undefined,
  kind: DataView | undefined,
): Labels {
  const name = [title && textOf(title, 0), textOf(handler, 24)].find(text => text && !NO_NAME.test(text))
  return {
    language: languageOf(medium),
    name,
    isCommentary: COMMENTARY.test(`${name ?? ''} ${kind ? textOf(kind, 4) : ''}`),
  }
}

/** Three letters of five bits each; anything else, such as QuickTime's numbers, counts as undetermined. */
function languageOf(medium: DataView): string | undefined {
  const at = medium.getUint8(0) === 1 ? 32 : 20
  if (medium.byteLength < at + 2) return undefined
  const packed = medium.getUint16(at)
  const code = String.fromCharCode(...[10, 5, 0].map(shift => ((packed >> shift) & 31) + 0x60))
  return /^[a-z]{3}$/.test(code) && code !== 'und' ? code : undefined
}

/** Most bytes of a name. */
const LONGEST = 200

/** Text without control characters, such as the length with which QuickTime begins it. */
function textOf(box: DataView, from: number): string {
  const bytes = new Uint8Array(box.buffer, box.byteOffset, Math.min(box.byteLength, from + LONGEST)).subarray(from)
  return new TextDecoder()
    .decode(bytes)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
