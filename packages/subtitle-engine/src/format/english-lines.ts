/** Netflix's and the BBC's limit for a line of English. */
const LINE_CHARACTERS = 42
const LINKING =
  /^(?:and|but|or|so|because|although|though|while|if|when|where|which|who|that|then|to|of|in|on|at|for|from|with|by|as|than|about|after|before|until)$/i
const NEVER_LAST =
  /^(?:a|an|the|my|your|his|her|its|our|their|this|that|these|those|of|to|in|on|at|for|from|with|by|I|is|are|was|were|not|very)$/i
const AFTER_MARK = 12
const BEFORE_LINK = 6
const PARTED = 10

/**
 * Breaks English into at most two lines of 42 characters, after punctuation or before a conjunction near the middle. A
 * text that two lines cannot hold is halved, so that no word is lost.
 */
export function englishLines(text: string): string[] {
  if (text.length <= LINE_CHARACTERS) return [text]
  const words = text.split(' ')
  let best = 0
  let lowest = Number.POSITIVE_INFINITY
  let before = -1
  for (let at = 1; at < words.length; at += 1) {
    before += (words[at - 1]?.length ?? 0) + 1
    const longer = Math.max(before, text.length - before - 1)
    const cost =
      Math.max(0, longer - LINE_CHARACTERS) * 100 + Math.abs(text.length - 2 * before - 1) - rateBreak(words, at)
    if (cost >= lowest) continue
    lowest = cost
    best = at
  }
  if (best === 0) return [text]
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')]
}

function rateBreak(words: readonly string[], at: number): number {
  const [last = '', next = ''] = [words[at - 1], words[at]]
  if (/[.,?!;:…]["'”’)]*$/.test(last)) return AFTER_MARK
  if (NEVER_LAST.test(last)) return -PARTED
  return LINKING.test(next) ? BEFORE_LINK : 0
}
