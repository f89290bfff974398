/** `Content-Disposition` that saves under any name: RFC 6266 with the UTF-8 form of RFC 5987 and a plain one for old readers. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(filename)}`
}

/** RFC 5987 `ext-value`: everything but its `attr-char` is percent-encoded. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
