/** A font for the pages, for machines that lack one for their language. */
export interface PageFont {
  family: string
  /** Path or URL of its WOFF2 file, with all weights. */
  url: string
}

/** The `@font-face` rule; empty without a font. */
export function fontFace(font: PageFont | undefined): string {
  if (!font) return ''
  return `@font-face { font-family: '${font.family}'; font-weight: 100 900; font-display: swap; src: url('${font.url}') format('woff2') }\n`
}

/** Families for a `font` declaration. */
export function fontFamilies(font: PageFont | undefined): string {
  return font ? `'${font.family}', system-ui, sans-serif` : 'system-ui, sans-serif'
}
