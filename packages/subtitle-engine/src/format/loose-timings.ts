const NUMBER = String.raw`[\d０-９]+`
const COLON = String.raw`\s*[:：]\s*`
/** A time with hours or a fraction: `9:00 -> 10:00` may be spoken text. */
const TIME = `-?(?:${NUMBER}${COLON}${NUMBER}${COLON}${NUMBER}(?:\\s*[,.，．]\\s*${NUMBER})?|${NUMBER}${COLON}${NUMBER}\\s*[,.，．]\\s*${NUMBER})`
/** Two times with any separator that users type instead of an arrow: `->`, `- >`, `-- >`, `→`, a dash or a comma. */
const TWO_TIMES = new RegExp(
  `^\\s*(${TIME})\\s*(?:[-–—=]+\\s*[-–—=]*\\s*[>＞]+|[→⟶➔~,;–—-]|\\s)\\s*(${TIME})([^\\n]*)$`,
)
const ONE_TIME = new RegExp(`^\\s*(${TIME})(?:[^\\p{L}]*)$`, 'u')
/** The patterns above take cubic time on a line of dashes, and no timing line is longer than this. */
const LONGEST_TIMING = 200
const INDEX = /^\s*-?\d+\s*$/

/** True if a line may be a timing line in a form that `parseSrt` does not look for. */
export function isLooseTiming(line: string): boolean {
  return line.length <= LONGEST_TIMING && !line.includes('-->') && (TWO_TIMES.test(line) || ONE_TIME.test(line))
}

/**
 * Rewrites timing lines with other arrows to `-->`. They are recognized only where a cue can begin: at the start, after
 * a blank line or after an index. A cue with one readable time keeps it, and its end is unreadable.
 */
export function withArrows(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, i) => {
      const before = lines[i - 1] ?? ''
      if (
        line.length > LONGEST_TIMING ||
        line.includes('-->') ||
        !(before.trim() === '' || INDEX.test(before.replace(/^\uFEFF/, '')))
      )
        return line
      const two = TWO_TIMES.exec(line)
      if (two) return `${two[1]} --> ${two[2]}${two[3]}`
      const one = INDEX.test(before) ? ONE_TIME.exec(line) : null
      return one ? `${one[1]} --> ` : line
    })
    .join('\n')
}

/** Number of blocks with an index and text but no timing, before the first timing line. */
export function untimedBlocks(text: string): number {
  const blocks = text.replace(/^\uFEFF/, '').split(/\n\s*\n/)
  return blocks.filter(block => {
    const [first = '', ...rest] = block.trim().split('\n')
    return INDEX.test(first) && rest.some(line => line.trim() !== '')
  }).length
}
