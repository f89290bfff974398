/** An evaluator for the JSON filter patterns that the template uses: `=`, wildcards, `&&`, `||`, parentheses. */
type Test = (line: unknown) => boolean

const TOKEN = /\s*(\(|\)|&&|\|\||=|"(?:[^"\\]|\\.)*"|\$(?:\.\w+)+)/y

/**
 * Parses a pattern such as `{ ($.level = "ERROR") && ($.message.topic = "email") }`.
 * @throws Error for unsupported syntax, so that no pattern silently matches.
 */
export function filterPattern(pattern: string): Test {
  const inner = /^\{(.*)\}$/s.exec(pattern.trim())?.[1]
  if (inner === undefined) throw new Error(`not a JSON pattern: ${pattern}`)
  const tokens = tokensOf(inner.trim())
  const test = either(tokens)
  if (tokens.length > 0) throw new Error(`left over in ${pattern}: ${tokens.join(' ')}`)
  return test
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const [, token] = TOKEN.exec(text) ?? []
    if (token === undefined) throw new Error(`unknown in a pattern: ${text.slice(at)}`)
    tokens.push(token)
  }
  return tokens
}

function either(tokens: string[]): Test {
  const tests = [both(tokens)]
  while (tokens[0] === '||') {
    tokens.shift()
    tests.push(both(tokens))
  }
  return line => tests.some(test => test(line))
}

function both(tokens: string[]): Test {
  const tests = [single(tokens)]
  while (tokens[0] === '&&') {
    tokens.shift()
    tests.push(single(tokens))
  }
  return line => tests.every(test => test(line))
}

function single(tokens: string[]): Test {
  const first = tokens.shift()
  if (first === '(') {
    const test = either(tokens)
    if (tokens.shift() !== ')') throw new Error('a parenthesis is not closed')
    return test
  }
  if (first === undefined || !first.startsWith('$') || tokens.shift() !== '=') throw new Error('not a comparison')
  const value: unknown = JSON.parse(tokens.shift() ?? '""')
  const wanted = String(value).split('*').map(RegExp.escape).join('.*')
  const expression = new RegExp(`^${wanted}$`, 's')
  return line => {
    const found = fieldOf(line, first)
    return typeof found === 'string' && expression.test(found)
  }
}

/** The value that a selector such as `$.message.tokens` names, or `undefined`. */
export function fieldOf(line: unknown, selector: string): unknown {
  return selector
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === name)?.[1]
          : undefined,
      line,
    )
}
