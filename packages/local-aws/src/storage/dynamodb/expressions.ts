import conditionParser from 'dynalite/db/conditionParser.js'
import updateParser from 'dynalite/db/updateParser.js'
import type { ExpressionParser } from 'dynalite/types'

/** A parsed expression in which an empty object replaces each value. */
interface Parsed {
  tree: unknown
  /** Name of the value that each of those objects replaces. */
  values: Map<object, string>
  /** Names of attributes and values that the expression uses. */
  used: string[]
}

/** Distinct expressions that a parser remembers. An application has some dozens. */
const KEPT = 500
/** For these the parser checks the values themselves, not only their types. */
const JUDGES_VALUES = /between|attribute_type/i

/** Makes dynalite's parsers cache what they parsed, because parsing took as long as the rest of an operation. */
export function rememberExpressions(): void {
  for (const parser of [conditionParser, updateParser]) parser.parse = remembering(parser.parse)
}

/**
 * Wraps a parser so that it parses an expression once for the same names and types of values. Afterwards it copies the
 * tree with the values of the request. Refusals are not cached.
 */
export function remembering(parse: ExpressionParser['parse']): ExpressionParser['parse'] {
  const kept = new Map<string, Parsed>()
  return (text, options) => {
    if (JUDGES_VALUES.test(text)) return parse(text, options)
    const { context } = options
    const { attrNames = {}, attrVals = {}, unusedAttrNames, unusedAttrVals } = context
    const types = Object.entries(attrVals).map(([name, value]) => [name, ...Object.keys(value)])
    const key = JSON.stringify([text, attrNames, types])
    const known = kept.get(key)
    if (known) {
      for (const name of known.used) {
        delete unusedAttrNames[name]
        delete unusedAttrVals[name]
      }
      return copied(known.tree, value => attrVals[known.values.get(value) ?? ''])
    }
    const unused = () => [...Object.keys(unusedAttrNames), ...Object.keys(unusedAttrVals)]
    const before = unused()
    const tree = parse(text, options)
    // A string is the message of a refusal.
    if (typeof tree === 'string') return tree
    const after = new Set(unused())
    const places = new Map(Object.entries(attrVals).map(([name, value]) => [value, { name, place: {} }]))
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, {
      tree: copied(tree, value => places.get(value)?.place),
      values: new Map([...places.values()].map(({ name, place }) => [place, name])),
      used: before.filter(name => !after.has(name)),
    })
    return tree
  }
}

/** Deep copy in which `replaced` returns the replacement of an object. */
function copied(node: unknown, replaced: (node: object) => object | undefined): unknown {
  if (typeof node !== 'object' || node === null) return node
  const other = replaced(node)
  if (other) return other
  if (Array.isArray(node)) return node.map(each => copied(each, replaced))
  const entries = Object.entries(node).map(([name, value]) => [name, copied(value, replaced)])
  // The parser's tables of paths have no prototype, so that a path may have the name of a prototype member.
  return Object.assign(Object.create(Object.getPrototypeOf(node)), Object.fromEntries(entries))
}
