/** A host of AWS (or of a partner) and the local address that stands for `https://{host}`. */
export interface HostRule {
  host: string
  url: string
}

/** Sends what was meant for AWS's hosts to this machine. */
export interface HostRewriter {
  /** Every text inside a resolved value, rewritten. */
  value<Value>(value: Value): Value
  text(text: string): string
  /** For a Content-Security-Policy: hosts become origins (a path would not match what lies below it). */
  policy(text: string): string
}

const escaped = (text: string) => text.replace(/[\\^$+.()|[\]{}*?]/g, '\\$&')

/** With or without a scheme; never inside a longer host or an e-mail address. */
const pattern = (host: string) => new RegExp(`(?<![\\w.*@-])(?:https://)?${escaped(host)}(?![\\w-]|\\.\\w)`, 'g')

export function createHostRewriter(rules: HostRule[]): HostRewriter {
  const compiled = [...rules]
    .sort((left, right) => right.host.length - left.host.length)
    .map(rule => ({ ...rule, pattern: pattern(rule.host), origin: new URL(rule.url).origin }))

  const text = (value: string) => compiled.reduce((result, rule) => result.replace(rule.pattern, () => rule.url), value)
  const policy = (value: string) => {
    const rewritten = compiled.reduce((result, rule) => result.replace(rule.pattern, () => rule.origin), value)
    return rewritten
      .split(';')
      .map(directive => [...new Set(directive.trim().split(/\s+/))].join(' '))
      .filter(directive => directive !== '' && directive !== 'upgrade-insecure-requests')
      .join('; ')
  }

  function value<Value>(input: Value): Value
  function value(input: unknown): unknown {
    if (typeof input === 'string') return text(input)
    if (Array.isArray(input)) return input.map(item => value(item))
    if (input === null || typeof input !== 'object') return input
    return Object.fromEntries(Object.entries(input).map(([key, item]) => [key, value(item)]))
  }
  return { value, text, policy }
}
