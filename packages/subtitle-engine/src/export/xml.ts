/** Characters that XML 1.0 has no form for. */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

export function xmlText(text: string): string {
  return text.replace(ILLEGAL, '').replace(/[&<>"]/g, sign => ENTITIES.get(sign) ?? sign)
}
