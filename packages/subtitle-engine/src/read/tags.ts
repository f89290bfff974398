/** A tag of SAMI or XML, or the text between two. */
export interface Tag {
  /** Name in lower case without its prefix; '' for text. */
  name: string
  isEnd: boolean
  /** True for `<br/>`. */
  isEmpty: boolean
  attributes: ReadonlyMap<string, string>
  /** The text, or the unchanged tag. */
  text: string
  line: number
}

const TAG = /^<(\/?)([a-z][\w.-]{0,40})(?::([\w.-]{1,40}))?((?:\s[\s\S]*)?)$/i
const ATTRIBUTE =
  /(?:^|\s)([\w.-]{1,40}:)?([\w.-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,200}))/g
const NONE: ReadonlyMap<string, string> = new Map()

/**
 * Divides markup into tags and text, as tolerant as players are: nothing needs to be closed or quoted. Comments and
 * declarations are left out, and CDATA is text.
 */
export function* scanTags(source: string): Generator<Tag> {
  let line = 1
  let counted = 0
  const lineAt = (at: number) => {
    for (; counted < at; counted += 1) if (source.charCodeAt(counted) === 10) line += 1
    return line
  }
  const textAt = (from: number, to: number): Tag => {
    return {
      name: '',
      isEnd: false,
      isEmpty: false,
      attributes: NONE,
      text: source.slice(from, to),
      line: lineAt(from),
    }
  }
  let from = 0
  let close = -1
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    const special = source.startsWith('<!--', at) ? '-->' : source.startsWith('<![CDATA[', at) ? ']]>' : undefined
    if (special === undefined && close < at) close = source.indexOf('>', at)
    const end = special === undefined ? close : source.indexOf(special, at)
    if (end < 0) break
    if (special !== undefined) {
      if (at > from) yield textAt(from, at)
      if (special === ']]>') yield textAt(at + 9, end)
      at = end + 3
      from = at
      continue
    }
    const next = source.indexOf('<', at + 1)
    const isEmpty = source[end - 1] === '/'
    const found = next >= 0 && next < end ? null : TAG.exec(source.slice(at, isEmpty ? end - 1 : end))
    const isDeclaration = source[at + 1] === '!' || source[at + 1] === '?'
    if (!found && !isDeclaration) {
      at += 1
      continue
    }
    if (at > from) yield textAt(from, at)
    if (found) {
      const [, slash, prefix = '', name = prefix, rest = ''] = found
      yield {
        ...{
          name: name.toLowerCase(),
          isEnd: slash === '/',
          isEmpty,
          text: source.slice(at, end + 1),
          line: lineAt(at),
        },
        attributes: rest === '' ? NONE : readAttributes(rest),
      }
    }
    at = end + 1
    from = at
  }
  if (from < source.length) yield textAt(from, source.length)
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, , name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  return attributes
}
