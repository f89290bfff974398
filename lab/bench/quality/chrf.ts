/** Maximum n-gram length, and the weight of recall over precision (Popović 2015; chrF2). */
const ORDER = 6
const BETA = 2

/**
 * chrF of hypotheses against one reference each, 0 to 100, over the whole list: character n-grams of up to 6 without
 * spaces, averaged over the orders that both sides have.
 */
export function chrf(hypotheses: readonly string[], references: readonly string[], beta = BETA): number {
  let [precision, recall, orders] = [0, 0, 0]
  for (let order = 1; order <= ORDER; order += 1) {
    let [matched, inHypotheses, inReferences] = [0, 0, 0]
    for (const [at, hypothesis] of hypotheses.entries()) {
      const [mine, theirs] = [grams(hypothesis, order), grams(references[at] ?? '', order)]
      for (const [gram, count] of mine) matched += Math.min(count, theirs.get(gram) ?? 0)
      inHypotheses += total(mine)
      inReferences += total(theirs)
    }
    if (inHypotheses === 0 || inReferences === 0) continue
    orders += 1
    precision += matched / inHypotheses
    recall += matched / inReferences
  }
  if (orders === 0 || precision + recall === 0) return 0
  const [p, r] = [precision / orders, recall / orders]
  return (100 * (1 + beta ** 2) * p * r) / (beta ** 2 * p + r)
}

function grams(text: string, order: number): Map<string, number> {
  const letters = [...text.replace(/\s+/g, '')]
  const counts = new Map<string, number>()
  for (let at = 0; at + order <= letters.length; at += 1) {
    const gram = letters.slice(at, at + order).join('')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
