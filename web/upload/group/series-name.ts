import { LONGEST_NAME } from '../../../lambdas/contract/title.ts'

/** Digits and signs at the end of the names' common beginning, such as the `0` in `자료구조 0` for `자료구조 01` to `09`. */
const NUMBERED = /(?<![\s\d_.,·#([{<~–—-])[\s\d_.,·#([{<~–—-]+$/u
/** A common beginning with fewer letters is not used as a name. */
const LEAST = 2

/** A name for the series of these videos: the beginning that their names share, or the first name. */
export function seriesName(names: readonly string[]): string {
  const [first = '', ...others] = names.map(name =>
    name
      .normalize('NFC')
      .replace(/\.\w{2,4}$/, '')
      .trim(),
  )
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  const shared = others.length > 0 ? first.slice(0, length).replace(NUMBERED, '').trim() : ''
  return [...(shared.length >= LEAST ? shared : first)].slice(0, LONGEST_NAME).join('')
}
