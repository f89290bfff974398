/** Pixels before a label's text: its line and its padding in `timeline.css`. */
const INSET_PX = 3
/** Smallest gap between labels, in pixels. */
const GAP_PX = 4

/**
 * The words whose labels fit: a word that begins before the previous label and its gap end is left out, and the
 * previous label ends with an ellipsis, so that nobody takes the rest for what was said. Chooses among all words of a
 * video, not only those in view, so that the choice stays the same while the view moves.
 */
export function chooseLabels<Word extends { text: string; startMs: number }>(
  words: readonly Word[],
  msPerPx: number,
  widthOf: (text: string) => number,
): Word[] {
  const labels: Word[] = []
  let freePx = 0
  const place = (label: Word) => {
    freePx = label.startMs / msPerPx + INSET_PX + widthOf(label.text) + GAP_PX
    labels.push(label)
  }
  for (const word of words) {
    const isLeftOut = word.startMs / msPerPx < freePx
    const last = isLeftOut && labels.pop()
    place(last ? { ...last, text: withEllipsis(last.text) } : word)
  }
  return labels
}

const withEllipsis = (text: string): string => (text.endsWith('…') ? text : `${text}…`)

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
