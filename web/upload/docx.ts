import { strFromU8, unzipSync } from 'fflate'

/** Largest text of a document, in bytes: a book has a few megabytes of it. Declared by the file, and never exceeded. */
const MOST_XML_BYTES = 20 * 1024 ** 2
const BODY = 'word/document.xml'

/** Text, tabs, line breaks and ends of paragraphs. Deleted text and field codes have elements of their own. */
const PARTS = /<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)(?: [^>]*)?\/>|(<\/w:p>)/g
/** A copy of a text box for old versions of Word. */
const FALLBACK = 'mc:Fallback>'

/** The text of a Word document, a line for each paragraph; `undefined` if it is none, or too large. */
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
  // Splitting at the tag leaves what is outside of such copies at the even places.
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
