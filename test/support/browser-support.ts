import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data/types'
import { type AnyNode, parse } from 'acorn'

/** The oldest versions that the page supports, under the names of MDN's tables. */
export const FLOOR = [
  ['chrome', 109],
  ['edge', 109],
  ['firefox', 121],
  ['safari', 16.4],
  ['safari_ios', 16.4],
  ['samsunginternet_android', 23],
] as const

/** Built-ins in MDN's tables: true if every supported browser has them. */
interface Table {
  /** For example `URL`, `Intl.Segmenter`, `URL.canParse`. */
  globals: Map<string, boolean>
  /** For example `checkVisibility`: true if any supported interface has a member of this name. */
  members: Map<string, boolean>
}

function readTable(): Table {
  const table: Table = { globals: new Map(), members: new Map() }
  const builtins = bcd.javascript.builtins ?? {}
  const intl = builtins.Intl ?? {}
  for (const group of [bcd.api, builtins, intl])
    for (const [name, feature] of Object.entries<Identifier>(omitCompat(group))) {
      const owner = group === intl ? `Intl.${name}` : name
      table.globals.set(owner, isSupported(feature))
      // Members of a newer interface do not count: a script needs its constructor to reach them, and that is found.
      const isReached = group !== bcd.api || isSupported(feature)
      for (const [member, { __compat }] of Object.entries<Pick<Identifier, '__compat'>>(omitCompat(feature))) {
        const plain = member.replace(/_static$/, '')
        const supported = isSupported({ __compat })
        table.globals.set(`${owner}.${plain}`, supported)
        if (isReached) table.members.set(plain, (table.members.get(plain) ?? false) || supported)
      }
    }
  return table
}

function omitCompat({ __compat, ...features }: Identifier): Record<string, Identifier> {
  return features
}

/** Groups without an entry of their own are supported. */
function isSupported({ __compat }: Pick<Identifier, '__compat'>): boolean {
  return !__compat || FLOOR.every(([browser, floor]) => isIn(__compat.support[browser], floor))
}

function isIn(statement: SupportStatement | undefined, floor: number): boolean {
  return [statement ?? []].flat().some(({ version_added: added, version_removed, flags, prefix }) => {
    const version = Number.parseFloat(String(added).replace('≤', ''))
    const removed = Number.parseFloat(String(version_removed ?? Number.POSITIVE_INFINITY))
    return version <= floor && removed > floor && !flags && !prefix
  })
}

let table: Table | undefined

/**
 * Returns the built-ins in a script that a supported browser lacks: globals and static members by their names, and calls
 * of members whose name no supported built-in has. Throws for syntax newer than ES2022.
 */
export function findNewer(code: string): string[] {
  table ??= readTable()
  const { globals, members } = table
  const found = new Set<string>()
  const look = (node: AnyNode) => {
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && globals.get(node.callee.name) === false)
      found.add(node.callee.name)
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return
    const { object, property } = node
    if (object.type !== 'Identifier') return
    for (const name of [object.name, `${object.name}.${property.name}`])
      if (globals.get(name) === false) found.add(name)
  }
  const lookAtCall = (node: AnyNode) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return
    const { property } = node.callee
    if (property.type === 'Identifier' && members.get(property.name) === false) found.add(`.${property.name}()`)
  }
  for (const node of everyNode(parse(code, { ecmaVersion: 2022, sourceType: 'module' }))) {
    look(node)
    lookAtCall(node)
  }
  return [...found].sort()
}

function* everyNode(node: AnyNode): Generator<AnyNode> {
  const waiting: AnyNode[] = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (const value of Object.values(next).flat()) if (isNode(value)) waiting.push(value)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
