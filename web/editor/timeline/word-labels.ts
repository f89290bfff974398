/** Pixels before a label's text: its line and its padding in `timeline.css`. */
const INSET_PX = 3
/** Smallest gap between labels, in pixels. */
const GAP_PX = 4
/** Stands for words left out. Without the space it would look like the rest of the last word. */
const LEFT_OUT = ' …'

/**
 * Chooses the labels of words. A word too close to the previous label joins it if there is room before the next label. An
 * ellipsis replaces the words without room, so that nobody takes the label for all that was said.
 * Chooses among all words of a video, not only those in view, so that the choice stays the same while the view moves.
 */
export function chooseLabels<Word extends { text: string; startMs: number }>(
  words: readonly Word[],
  msPerPx: number,
  widthOf: (text: string) => number,
): Word[] {
  const groups: { first: Word; rest: Word[] }[] = []
  let freePx = 0
  for (const word of words) {
    const last = groups.at(-1)
    const joined = last && word.startMs / msPerPx < freePx ? last : undefined
    const { first, rest } = joined ?? { first: word, rest: [] }
    if (joined) rest.push(word)
    else groups.push({ first, rest })
    const widthPx = widthOf(first.text) + (rest.length > 0 ? widthOf(LEFT_OUT) : 0)
    freePx = first.startMs / msPerPx + INSET_PX + widthPx + GAP_PX
  }
  return groups.map(({ first, rest }, i) => {
    const nextMs = groups[i + 1]?.first.startMs ?? Number.POSITIVE_INFINITY
    const roomPx = (nextMs - first.startMs) / msPerPx - INSET_PX - GAP_PX
    return { ...first, text: joinWords(first, rest, roomPx, widthOf) }
  })
}

/** The first word and as many of the others as fit, with an ellipsis for the rest. */
function joinWords(
  { text }: { text: string },
  rest: readonly { text: string }[],
  roomPx: number,
  widthOf: (text: string) => number,
): string {
  let joined = text
  let widthPx = widthOf(text)
  for (const [i, next] of rest.entries()) {
    widthPx += widthOf(' ') + widthOf(next.text)
    const isLast = i === rest.length - 1
    if (widthPx + (isLast ? 0 : widthOf(LEFT_OUT)) > roomPx) return joined + LEFT_OUT
    joined += ` ${next.text}`
  }
  return joined
}

/** Returns a function that measures a text in an element's font, in pixels. */
export function measureIn(element: Element): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('no 2d context')
  const { fontSize, fontFamily } = getComputedStyle(element)
  context.font = `${fontSize} ${fontFamily}`
  const widths = new Map<string, number>()
  return text => {
    const width = widths.get(text) ?? context.measureText(text).width
    widths.set(text, width)
    return width
  }
}
