import { type Break, eojeolsOf } from './draft.ts'

/**
 * Moves breaks into a rewritten text. A break stays with the eojeol after it or, if that is gone, with the one before
 * it; if both were rewritten, the break is dropped.
 */
export function breaksAfter(breaks: readonly Break[], before: string, after: string): Break[] {
  if (breaks.length === 0) return []
  const now = eojeolsOf(after)
  const places = findPlaces(eojeolsOf(before), now)
  const found = new Map<number, Break>()
  for (const each of breaks) {
    const [next, last] = [places[each.at], places[each.at - 1]]
    const at = next ?? (last === undefined ? 0 : last + 1)
    if (at > 0 && at < now.length && !found.has(at)) found.set(at, { ...each, at })
  }
  return [...found.values()].sort((a, b) => a.at - b.at)
}

/** Position of each old eojeol in the new text, by a longest common subsequence. */
function findPlaces(old: readonly string[], now: readonly string[]): (number | undefined)[] {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const places = old.map((): number | undefined => undefined)
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      places[i] = j
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return places
}
