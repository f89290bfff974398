import { strFromU8, unzipSync } from 'fflate'

/** Largest XML of a document, in bytes; a book has a few megabytes. Unzipping never exceeds the declared size. */
const MOST_XML_BYTES = 20 * 1024 ** 2
const BODY = 'word/document.xml'

/** Text, tabs, line breaks and paragraph ends. Deleted text and field codes use other elements and do not match. */
const PARTS = /<w:t(?: [^<>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)(?: [^<>]*)?\/>|(<\/w:p>)/g
/** The tag around a text box's copy for old versions of Word. */
const FALLBACK = 'mc:Fallback>'

/** The text of a Word document, one line per paragraph; `undefined` if the file is no Word document or too large. */
export function readDocx(bytes: Uint8Array): string | undefined {
  let body: Uint8Array | undefined
  try {
    const isBody = ({ name, originalSize }: { name: string; originalSize: number }) =>
      name === BODY && originalSize <= MOST_XML_BYTES
    body = unzipSync(bytes, { filter: isBody })[BODY]
  } catch {
    return undefined
  }
  return body && textOf(strFromU8(body))
}

function textOf(xml: string): string {
  // After splitting at the opening and closing tags, the pieces at even indexes are outside the copies.
  const shown = xml.split(FALLBACK).filter((_, i) => i % 2 === 0)
  return [...shown.join('').matchAll(PARTS)]
    .map(([, said, gap, end]) => (end ? '\n' : gap === 'tab' ? '\t' : gap ? '\n' : decode(said ?? '')))
    .join('')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
