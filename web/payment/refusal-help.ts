import { FAIL } from './texts.ts'

/** Advice for a code of Toss; for unknown codes, Toss's own sentence if it is Korean, and what to try. */
export function refusalHelp(code: string, message?: string | null): string {
  const known = Object.entries(FAIL.helps).find(([name]) => name === code)
  if (known) return known[1]
  return `${message && /[가-힣]/.test(message) ? message.slice(0, 200) : FAIL.unknown} ${FAIL.tryOther}`
}
