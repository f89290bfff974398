/** A file as programs and people write it, with its text. */
export interface SubtitleCase {
  name: string
  file: string | Uint8Array
  /** Extension of its usual name. */
  as: string
  /** Its English sentences in order, with the speaker before a bar where the file names one. */
  said: readonly string[]
  /** What the re-cut page also shows: sounds, which are not translated. */
  alsoShown?: string
  /** Starts of words that the file states, in milliseconds. */
  starts?: Readonly<Record<string, number>>
}

const clock = (ms: number, mark = ',') => new Date(ms).toISOString().slice(11, 23).replace('.', mark)
/** Cues of two seconds with a gap of half a second, each text with its own times if given. */
export type Text = string | readonly [startMs: number, endMs: number, text: string]
const timed = (texts: readonly Text[]) =>
  texts.map((text, i) => (typeof text === 'string' ? ([i * 2500 + 1000, i * 2500 + 3000, text] as const) : text))
export const srt = (...texts: Text[]) =>
  timed(texts)
    .map(([from, to, text], i) => `${i + 1}\n${clock(from)} --> ${clock(to)}\n${text}\n`)
    .join('\n')
export const vtt = (...texts: Text[]) =>
  `WEBVTT\n\n${timed(texts)
    .map(([from, to, text]) => `${clock(from, '.')} --> ${clock(to, '.')}\n${text}\n`)
    .join('\n')}`
export const ass = (...rows: string[]) =>
  `[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${rows.join('\n')}\n`
export const dialogue = (from: number, to: number, text: string, name = '') =>
  `Dialogue: 0,0:00:${String(from).padStart(2, '0')}.00,0:00:${String(to).padStart(2, '0')}.00,Default,${name},0,0,0,,${text}`
export const sami = (...syncs: string[]) =>
  `<SAMI><HEAD><TITLE>x</TITLE></HEAD><BODY>\n${syncs.join('\n')}\n</BODY></SAMI>`
export const ttml = (body: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${attributes}><body><div>${body}</div></body></tt>`
/** Text in a single-byte encoding; `signs` are the bytes of its characters beyond ASCII. */
export const encoded = (text: string, signs: Readonly<Record<string, number>>) =>
  Uint8Array.from(text, sign => signs[sign] ?? sign.charCodeAt(0))
export const WINDOWS = {
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '—': 0x97,
  '…': 0x85,
  é: 0xe9,
  ï: 0xef,
  ë: 0xeb,
  ñ: 0xf1,
  É: 0xc9,
}
export const MAC = { '’': 0xd5, '“': 0xd2, '”': 0xd3, '—': 0xd1, '…': 0xc9, é: 0x8e, ï: 0x95, ñ: 0x96 }
export const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
export const swapped = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
export const json = (value: unknown) => JSON.stringify(value)

export const BAKE = ['We bake the bread of the town.', 'It is very good bread.']

/** A case in a table: name, extension, file, sentences. */
export type Row = readonly [
  name: string,
  as: string,
  file: SubtitleCase['file'],
  said: readonly string[],
  more?: Partial<SubtitleCase>,
]
export const cases = (rows: readonly Row[]) =>
  rows.map(([name, as, file, said, more]): SubtitleCase => ({ ...{ name, as, file, said }, ...more }))

export const CALL = ['Anna Berg|Good morning to all of you.', 'Tom Oduya|Thanks, Anna.']
export const [GOOD, THANKS] = ['Good morning to all of you.', 'Thanks, Anna.']
export const WE_BAKE = { said: ['We bake it.'], starts: { We: 1000, bake: 1500, it: 2000 } }
