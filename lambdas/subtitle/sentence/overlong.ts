import type { Word } from '../types.ts'

const mostWords = 45
const longestMs = 15_000

const conjunction =
  /^(?:and|but|or|so|because|although|though|while|whereas|since|unless|until|if|when|where|which|who|whose|that|then|however|therefore|after|before|as)$/i
/** Words that never stand last: their noun or verb follows. */
const clinging =
  /^(?:a|an|the|my|your|his|her|its|our|their|this|these|those|of|to|in|on|at|by|for|from|with|into|about|than|very|more|most|not|no|every|each|some|any|is|are|was|were|be|been|am|do|does|did|don't|has|have|had|will|would|can|could|should|may|might|must|I'm|we're|you're|and|or|but)$/i
const article = /^(?:a|an|the)$/i

/** Parts of a sentence of at most 45 words and 15 seconds, cut at its best clause boundaries. */
export function splitOverlong(words: Word[]): Word[][] {
  const parts: Word[][] = []
  const open: Word[][] = [words]
  for (let part = open.pop(); part; part = open.pop()) {
    const cut = isOverlong(part) ? bestCut(part) : 0
    if (cut === 0) parts.push(part)
    else open.push(part.slice(cut), part.slice(0, cut))
  }
  return parts
}

function isOverlong(words: readonly Word[]): boolean {
  const first = words[0]
  const last = words[words.length - 1]
  return words.length > mostWords || (!!first && !!last && words.length > 1 && last.endMs - first.startMs > longestMs)
}

/** The boundary that is the best clause end near the middle, in time and in words. */
function bestCut(words: readonly Word[]): number {
  let best = 0
  let lowest = Number.POSITIVE_INFINITY
  const startMs = words[0]?.startMs ?? 0
  const spanMs = Math.max(1, (words[words.length - 1]?.endMs ?? 0) - startMs)
  for (let at = 1; at < words.length; at += 1) {
    const place = (at / words.length + ((words[at]?.startMs ?? 0) - startMs) / spanMs) / 2
    const cost = boundaryCost(words[at - 1], words[at]) + 60 * (2 * place - 1) ** 2
    if (cost < lowest) {
      lowest = cost
      best = at
    }
  }
  return best
}

function boundaryCost(last: Word | undefined, next: Word | undefined): number {
  if (!last || !next) return 0
  let cost = 40 - Math.min(30, Math.max(0, next.startMs - last.endMs) / 20)
  if (/[;:]/.test(last.after)) cost -= 25
  else if (last.after !== '') cost -= 18
  if (conjunction.test(next.text)) cost -= 10
  if (article.test(last.text)) cost += 1000
  else if (clinging.test(last.text) && last.after === '') cost += 25
  return cost
}
