/** The names of HTML for U+00A0 to U+00FF, in this order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
/** Other names with their characters. */
const OTHERS =
  'amp & lt < gt > quot " apos \' lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ ndash – mdash — hellip … bull • prime ′ Prime ″ trade ™ euro € larr ← rarr → uarr ↑ darr ↓ hearts ♥ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f'
const NAMED = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...[...OTHERS.matchAll(/(\w{1,8}) (.)/g)].map(([, name = '', sign = '']): [string, string] => [name, sign]),
])
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));?/g
/** Entities that are also read without their semicolon, as in browsers. */
const OPEN_NAMES = /^(?:nbsp|amp|lt|gt|quot)$/

/** `&amp;#39;`: some programs escape twice. */
const TWICE = /&amp;(?=(?:amp|quot|apos|lt|gt|nbsp|#\d{1,7}|#[xX][\da-fA-F]{1,6});)/g

/** Decodes the entities of HTML 4, numeric ones included, also those that were escaped twice. Unknown names stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(TWICE, '&').replace(ENTITY, (entity, decimal: string, hex: string, name: string) => {
    if (name !== undefined)
      return (entity.endsWith(';') || OPEN_NAMES.test(name) ? NAMED.get(name) : undefined) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : entity
  })
}
