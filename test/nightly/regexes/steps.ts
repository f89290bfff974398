import { type AST, RegExpParser } from '@eslint-community/regexpp'

/**
 * Counts the steps of a backtracking matcher like V8's instead of measuring time, so the result is the same on every machine. A step
 * is one comparison with a character or one return to an earlier choice.
 */

class TooManySteps extends Error {}
/** Thrown for thousands of texts; creating a stack trace each time would cost more than the count. */
const TOO_MANY_STEPS = new TooManySteps()

type Next = (index: number) => boolean
type Matcher = (index: number, next: Next) => boolean

interface Run {
  text: string
  steps: number
  limit: number
  groups: Map<AST.CapturingGroup, string>
}

const parser = new RegExpParser()

/** The pattern as a tree. */
export function parsePattern({ source, flags }: RegExp): AST.Pattern {
  return parser.parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
}

/**
 * Returns a function that counts the steps of searching a whole text, as `replaceAll`, `split` or `test` do. It stops at about
 * `limit` steps. The matcher is built once for all texts.
 */
export function stepCounter(pattern: RegExp): (text: string, limit: number) => number {
  const run: Run = { text: '', steps: 0, limit: 0, groups: new Map() }
  const match = choice(run, pattern, parsePattern(pattern).alternatives, false)
  let end = -1
  const ended: Next = index => {
    end = index
    return true
  }
  return (text, limit) => {
    Object.assign(run, { text, steps: 0, limit })
    run.groups.clear()
    try {
      let start = 0
      while (start <= text.length) {
        end = -1
        const found = match(start, ended)
        if (found && !pattern.flags.includes('g')) break
        start = found && end > start ? end : start + 1
        if (pattern.flags.includes('y')) break
      }
    } catch (error) {
      if (error !== TOO_MANY_STEPS) throw error
    }
    return run.steps
  }
}

function step(run: Run): void {
  run.steps += 1
  if (run.steps > run.limit) throw TOO_MANY_STEPS
}

function choice(run: Run, pattern: RegExp, alternatives: readonly AST.Alternative[], isBack: boolean): Matcher {
  const ways = alternatives.map(one => sequence(run, pattern, one.elements, isBack))
  const [only] = ways
  return only && ways.length === 1 ? only : (index, next) => ways.some(way => way(index, next))
}

function sequence(run: Run, pattern: RegExp, elements: readonly AST.Element[], isBack: boolean): Matcher {
  const parts = elements.map(one => matcherOf(run, pattern, one, isBack))
  if (isBack) parts.reverse()
  const last = parts.pop() ?? ((index, next) => next(index))
  return parts.reduceRight((rest, part) => (index, next) => part(index, after => rest(after, next)), last)
}

function matcherOf(run: Run, pattern: RegExp, node: AST.Element, isBack: boolean): Matcher {
  switch (node.type) {
    case 'Group':
      return choice(run, pattern, node.alternatives, isBack)
    case 'CapturingGroup': {
      const inner = choice(run, pattern, node.alternatives, isBack)
      return (index, next) =>
        inner(index, end => {
          run.groups.set(node, run.text.slice(Math.min(index, end), Math.max(index, end)))
          return next(end)
        })
    }
    case 'Quantifier':
      return repeated(run, pattern, node, isBack)
    case 'Backreference': {
      return (index, next) => {
        step(run)
        const group = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved
        const said = (group && run.groups.get(group)) ?? ''
        return run.text.startsWith(said, index) && next(index + said.length)
      }
    }
    case 'Assertion':
      return assertion(run, pattern, node)
    default:
      return single(run, pattern, node, isBack)
  }
}

/** Matches one character; the platform's own `RegExp` decides whether the set contains it. */
function single(run: Run, pattern: RegExp, node: AST.Element, isBack: boolean): Matcher {
  const fits = fitting(node, pattern)
  return (index, next) => {
    step(run)
    const length = fits(run.text, index, isBack)
    return length > 0 && next(isBack ? index - length : index + length)
  }
}

type Fits = (text: string, index: number, isBack: boolean) => number

/** Length of the character at the index that the node accepts, or 0. */
function fitting(node: AST.Element, { flags }: RegExp): Fits {
  const alone = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gyd]/g, ''))
  const isUnicode = /[uv]/.test(flags)
  /** Length of the character by its code, or 0 where it does not fit. */
  const known = new Map<number, number>()
  return (text, index, isBack) => {
    const at = isBack ? index - 1 : index
    if (at < 0 || at >= text.length) return 0
    const code = (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0
    let fits = known.get(code)
    if (fits === undefined) {
      const whole = isUnicode ? String.fromCodePoint(code) : text.charAt(at)
      fits = alone.test(whole) ? whole.length : 0
      known.set(code, fits)
    }
    return fits
  }
}

const CHARACTERS = new Set(['Character', 'CharacterSet', 'CharacterClass'])

function repeated(run: Run, pattern: RegExp, node: AST.Quantifier, isBack: boolean): Matcher {
  const { element, min, max, greedy } = node
  if (greedy && CHARACTERS.has(element.type)) return repeatedCharacter(run, fitting(element, pattern), node, isBack)
  const one = matcherOf(run, pattern, element, isBack)
  const from = (count: number, index: number, next: Next): boolean => {
    const more = (): boolean =>
      count < max && one(index, end => (end === index && count >= min ? false : from(count + 1, end, next)))
    if (count < min) return more()
    step(run)
    return greedy ? more() || next(index) : next(index) || more()
  }
  return (index, next) => from(0, index, next)
}

/** Like `repeated`, for single characters, without a stack frame for each. */
function repeatedCharacter(run: Run, fits: Fits, { min, max }: AST.Quantifier, isBack: boolean): Matcher {
  return (index, next) => {
    const ends = [index]
    while (ends.length <= max) {
      step(run)
      const at = ends.at(-1) ?? index
      const length = fits(run.text, at, isBack)
      if (length === 0) break
      ends.push(isBack ? at - length : at + length)
    }
    while (ends.length > min) {
      step(run)
      if (next(ends.pop() ?? index)) return true
    }
    return false
  }
}

const WORD = /\w/

function assertion(run: Run, pattern: RegExp, node: AST.Assertion): Matcher {
  const isLineEnd = (at: number) => pattern.multiline && /[\n\r\u2028\u2029]/.test(run.text.charAt(at))
  const isWord = (at: number) => at >= 0 && WORD.test(run.text.charAt(at))
  if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
    const inner = choice(run, pattern, node.alternatives, node.kind === 'lookbehind')
    return (index, next) => inner(index, () => true) !== node.negate && next(index)
  }
  return (index, next) => {
    step(run)
    if (node.kind === 'start') return (index === 0 || isLineEnd(index - 1)) && next(index)
    if (node.kind === 'end') return (index === run.text.length || isLineEnd(index)) && next(index)
    const isEdge = isWord(index - 1) !== isWord(index)
    return isEdge !== (node.kind === 'word' && node.negate) && next(index)
  }
}
