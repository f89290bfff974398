/** An anchor is a sequence of this many words that occurs once in each text. It ties the texts together. */
const ANCHOR = 3
/** This many anchors in a row are accepted even if no others are near them. */
const FEWEST_ANCHORS = 3
/** A stretch of one text may be three times as long as that of the other text, plus this many words. */
const SLACK = 40
/**
 * Maximum cells in the table of one comparison. A gap that would need more is compared only at its two ends, in tables
 * with this side.
 */
const [MOST_CELLS, SIDE] = [640_000, 400]

/**
 * Aligns two lists of words by their keys. Returns for each word of `said` the index of the same word in `written`, or
 * -1. Parts of `written` may be missing, added, or in another order. Time and memory grow in proportion to the lists.
 */
export function alignWords(said: readonly string[], written: readonly string[]): Int32Array {
  const at = new Int32Array(said.length).fill(-1)
  const isUsed = new Uint8Array(written.length)
  const pair = (i: number, j: number) => {
    if (at[i] !== -1 || isUsed[j] === 1 || said[i] !== written[j]) return
    at[i] = j
    isUsed[j] = 1
  }
  const runs = believedRuns(findAnchors(said, written))
  for (const run of runs) for (const [i, j] of run) for (let k = 0; k < ANCHOR; k += 1) pair(i + k, j + k)
  const edges = [
    [-1, -1] as const,
    ...runs.flat().flatMap(([i, j]) => [[i, j] as const, [i + ANCHOR - 1, j + ANCHOR - 1] as const]),
  ]
  edges.push([said.length, written.length])
  const align = (gap: Gap) => {
    for (const [i, j] of compare(said, written, gap)) pair(i, j)
  }
  for (const [n, [i, j]] of edges.entries()) {
    const [nextI = i, nextJ = j] = edges[n + 1] ?? []
    const length = nextI - i - 1
    if (length <= 0) continue
    if (nextJ > j) {
      for (const gap of within({ i: i + 1, endI: nextI, j: j + 1, endJ: nextJ })) align(gap)
      continue
    }
    // The order of the texts differs here, so each side may continue for as many words as lie between.
    align({ i: i + 1, endI: Math.min(nextI, i + 1 + SIDE), j: j + 1, endJ: freeUntil(isUsed, j + 1, length + SLACK) })
    const from = freeFrom(isUsed, nextJ - 1, length + SLACK)
    align({ i: Math.max(i + 1, nextI - SIDE), endI: nextI, j: from, endJ: nextJ })
  }
  return withoutStrays(at)
}

type Pair = readonly [i: number, j: number]
interface Gap {
  i: number
  endI: number
  j: number
  endJ: number
}

/** Places of three words in a row that occur once in each text. */
function findAnchors(said: readonly string[], written: readonly string[]): Pair[] {
  const places = (keys: readonly string[]) => {
    const found = new Map<string, number>()
    for (let i = 0; i + ANCHOR <= keys.length; i += 1) {
      const words = keys.slice(i, i + ANCHOR).join(' ')
      found.set(words, found.has(words) ? -1 : i)
    }
    return found
  }
  const there = places(written)
  return [...places(said)].flatMap(([words, i]) => {
    const j = there.get(words) ?? -1
    return i < 0 || j < 0 ? [] : [[i, j] as const]
  })
}

/**
 * Divides anchors into runs in which both texts continue, and drops short runs that are out of order with the others.
 */
function believedRuns(anchors: readonly Pair[]): Pair[][] {
  const runs: Pair[][] = []
  for (const [i, j] of anchors) {
    const last = runs.at(-1)?.at(-1)
    const [di, dj] = last ? [i - last[0], j - last[1]] : [0, 0]
    const goesOn = last !== undefined && dj > 0 && dj <= 3 * di + SLACK && di <= 3 * dj + SLACK
    if (goesOn) runs.at(-1)?.push([i, j])
    else runs.push([[i, j]])
  }
  const isFirm = (run: readonly Pair[]) => run.length >= FEWEST_ANCHORS
  /** Finds for each run where the next firm run begins in `written`. */
  const nextJ: number[] = []
  for (let n = runs.length - 1, j = Number.POSITIVE_INFINITY; n >= 0; n -= 1) {
    nextJ[n] = j
    const run = runs[n] ?? []
    if (isFirm(run)) j = run[0]?.[1] ?? j
  }
  let endJ = -1
  return runs.filter((run, n) => {
    const j = run[0]?.[1] ?? 0
    if (!isFirm(run)) return j > endJ && j < (nextJ[n] ?? 0)
    endJ = run.at(-1)?.[1] ?? endJ
    return true
  })
}

/** The whole gap if it is small, otherwise its two ends. */
function within({ i, endI, j, endJ }: Gap): Gap[] {
  if ((endI - i) * (endJ - j) <= MOST_CELLS) return [{ i, endI, j, endJ }]
  return [
    { i, endI: Math.min(endI, i + SIDE), j, endJ: Math.min(endJ, j + SIDE) },
    { i: Math.max(i, endI - SIDE), endI, j: Math.max(j, endJ - SIDE), endJ },
  ]
}

function freeUntil(isUsed: Uint8Array, from: number, most: number): number {
  let end = from
  while (end < isUsed.length && end - from < Math.min(SIDE, most) && isUsed[end] === 0) end += 1
  return end
}

function freeFrom(isUsed: Uint8Array, last: number, most: number): number {
  let from = last + 1
  while (from > 0 && last + 1 - from < Math.min(SIDE, most) && isUsed[from - 1] === 0) from -= 1
  return from
}

/** The longest common subsequence of the two stretches, with the fewest jumps. */
function compare(said: readonly string[], written: readonly string[], { i, endI, j, endJ }: Gap): Pair[] {
  const [rows, columns] = [Math.max(0, endI - i), Math.max(0, endJ - j)]
  if (rows === 0 || columns === 0) return []
  const width = columns + 1
  const best = new Uint16Array((rows + 1) * width)
  for (let r = rows - 1; r >= 0; r -= 1)
    for (let c = columns - 1; c >= 0; c -= 1) {
      const here = r * width + c
      const skipped = Math.max(best[here + width] ?? 0, best[here + 1] ?? 0)
      best[here] = said[i + r] === written[j + c] ? Math.max(skipped, 1 + (best[here + width + 1] ?? 0)) : skipped
    }
  const pairs: Pair[] = []
  for (let r = 0, c = 0; r < rows && c < columns; ) {
    const here = r * width + c
    const isPair = said[i + r] === written[j + c] && best[here] === 1 + (best[here + width + 1] ?? 0)
    if (isPair) pairs.push([i + r++, j + c++])
    else if ((best[here + width] ?? 0) >= (best[here + 1] ?? 0)) r += 1
    else c += 1
  }
  return pairs
}

/** Distance in words within which another pair supports one. */
const NEAR = 3

/** Drops pairs without another pair near them in both texts: common words that meet by chance. */
function withoutStrays(at: Int32Array): Int32Array {
  return at.map((j, i) => {
    if (j < 0) return -1
    for (let k = Math.max(0, i - NEAR); k <= Math.min(at.length - 1, i + NEAR); k += 1) {
      const other = at[k] ?? -1
      if (k !== i && other >= 0 && Math.abs(other - j) <= NEAR && other > j === k > i) return j
    }
    return -1
  })
}
