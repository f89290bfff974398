import type { AST } from '@eslint-community/regexpp'
import { parsePattern, stepCounter } from './steps.ts'

/** Characters that stand for the sets that patterns name. */
const ALPHABET = [...'aA0_ \n\t.,:;-–/\\<>()[]{}"\'@#&?!%$*+=~^|가나1é', '\r', '\0', '\u00a0', '“', '”']

const LEAST = 48
const FAILING_ENDS = ['', '\0', '\n', 'a', ' ', '<']
/** The count stops here. */
export const MOST_STEPS = 400_000
const MOST_PUMPS = 60

/** A text on which a pattern takes more steps per character the longer it is. */
export interface BadText {
  pattern: string
  /** Beginning, repeated middle and end of the text. */
  parts: [before: string, pump: string, after: string]
  /** Steps at `n`, `2n` and `4n` repetitions. */
  steps: [number, number, number]
}

const answered = new Map<string, BadText | undefined>()

/** The first text found on which the pattern takes more steps than in proportion to its length. */
export function badTextFor(pattern: RegExp): BadText | undefined {
  const name = String(pattern)
  if (!answered.has(name)) answered.set(name, searched(pattern))
  return answered.get(name)
}

function searched(pattern: RegExp): BadText | undefined {
  const tree = parsePattern(pattern)
  if (!repeats(tree)) return undefined
  const steps = stepCounter(pattern)
  const pumps = pumpsOf(pattern, tree)
  const befores = new Set(['', ...beginningsOf(pattern, tree)])
  for (const pump of pumps)
    for (const before of befores)
      for (const after of FAILING_ENDS) {
        const at = (times: number) => steps(before + pump.repeat(times) + after, MOST_STEPS)
        const [one, two] = [at(LEAST), at(2 * LEAST)]
        if (one < MOST_STEPS && two < 3 * one) continue
        const four = at(4 * LEAST)
        if (four >= MOST_STEPS || four > 3 * two)
          return { pattern: String(pattern), parts: [before, pump, after], steps: [one, two, four] }
      }
  return undefined
}

/** Whether the node contains a repetition without a small bound; without one, no growth is possible. */
function repeats(node: AST.Node): boolean {
  if (node.type === 'Quantifier') return node.max > 30 || repeats(node.element)
  return childrenOf(node).some(repeats)
}

function childrenOf(node: AST.Node): AST.Node[] {
  if (node.type === 'Quantifier') return [node.element]
  if ('alternatives' in node && node.type !== 'ClassStringDisjunction') return [...node.alternatives]
  if (node.type === 'Alternative') return [...node.elements]
  return []
}

/** Texts worth repeating: single characters that the pattern distinguishes, pairs of them, and texts that its parts match. */
function pumpsOf(pattern: RegExp, tree: AST.Pattern): Set<string> {
  const flags = pattern.flags.replace(/[gyd]/g, '')
  const named = ALPHABET.filter(sign => mentions(tree, sign, flags))
  const signs = distinct(named.length > 0 ? named : ['a'], tree, flags)
  const pairs = signs.flatMap(one => signs.map(two => one + two))
  // Repetitions within repetitions come first: only they can grow exponentially.
  const nested = everyNode(tree).filter(isNested)
  const parts = [...nested.flatMap(everyNode), ...everyNode(tree)]
    .flatMap(node => [sampleOf(node, flags), ...prefixesOf(node, flags)])
    .filter(text => text !== '' && text.length < 20)
  const all = [...signs, ...parts, ...parts.map(text => text.slice(0, -1)).filter(text => text !== ''), ...pairs]
  return new Set(all.slice(0, MOST_PUMPS))
}

/** An unbounded repetition of something that can itself be of any length. */
const isNested = (node: AST.Node): boolean => node.type === 'Quantifier' && node.max > 30 && repeats(node.element)

/** Beginnings of a sequence: a text that repeats them starts a match at each, and none of them ends. */
function prefixesOf(node: AST.Node, flags: string): string[] {
  if (node.type !== 'Alternative') return []
  const samples = node.elements.map(element => sampleOf(element, flags))
  const first = samples.findIndex((_, index) => node.elements[index]?.type === 'Quantifier')
  return first < 0 ? [] : [samples.slice(0, first + 1).join('')]
}

const SETS = new Set(['Character', 'CharacterSet', 'CharacterClass'])

function mentions(tree: AST.Pattern, sign: string, flags: string): boolean {
  return everyNode(tree).some(node => SETS.has(node.type) && accepts(node, sign, flags))
}

/** One character per class that the pattern's sets distinguish, at most a dozen. */
function distinct(signs: string[], tree: AST.Pattern, flags: string): string[] {
  const sets = everyNode(tree).filter(node => SETS.has(node.type))
  const kinds = new Map(
    signs.map(sign => [
      [...sets.map(set => Number(accepts(set, sign, flags))), /\w/.test(sign), /[\n\r]/.test(sign) && sign].join(),
      sign,
    ]),
  )
  return [...kinds.values()].slice(0, 12)
}

const whole = new Map<string, RegExp>()

function accepts(node: AST.Node, sign: string, flags: string): boolean {
  const name = `${flags}/${node.raw}`
  const pattern = whole.get(name) ?? new RegExp(`^(?:${node.raw})$`, flags)
  whole.set(name, pattern)
  return pattern.test(sign)
}

function everyNode(node: AST.Node): AST.Node[] {
  return [node, ...childrenOf(node).flatMap(everyNode)]
}

/** Prefixes that bring the matcher to each repetition of the pattern. */
function beginningsOf(pattern: RegExp, tree: AST.Pattern): string[] {
  const flags = pattern.flags.replace(/[gyd]/g, '')
  return everyNode(tree).flatMap(node => {
    if (node.type !== 'Alternative') return []
    return node.elements.flatMap((element, index) =>
      repeats(element)
        ? [
            node.elements
              .slice(0, index)
              .map(one => sampleOf(one, flags))
              .join(''),
          ]
        : [],
    )
  })
}

/** A short text that the node matches; empty for assertions. */
function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] ? sampleOf(node.alternatives[0], flags) : ''
    case 'Alternative':
      return node.elements.map(element => sampleOf(element, flags)).join('')
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.max(1, Math.min(node.min, 5)))
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
      return ALPHABET.find(sign => accepts(node, sign, flags)) ?? ''
    default:
      return ''
  }
}
