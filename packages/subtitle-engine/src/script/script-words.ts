/** A word of a script. */
export interface ScriptWord {
  text: string
  /** Punctuation after it, as a transcriber would write it. */
  after: string
  /** Only lower-case letters and digits. Words with the same key count as the same word. */
  key: string
  /**
   * True for a word in brackets, in a heading, or in a speaker's name before a colon. Such words are often not spoken,
   * so a missing one is not a difference.
   */
  isNote: boolean
  /** True if the word looks like a name, an abbreviation or a number in a place where an ordinary word would not. */
  isName: boolean
}

/** Only letters and digits, without accents. */
export function wordKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

const LABEL = /^\s*\p{Lu}[\p{L}.’'-]{0,30}(?: \p{Lu}[\p{L}.’'-]{0,30}){0,3}\s*:\s/u
/** Marks of Markdown and bullets at the start of a line. */
const MARKS = /^\s*(?:[-*•#>]+|\d{1,3}[.)])\s+/
/**
 * A line with at least the first share of capitalized words is a heading. In a script with at least the second share,
 * capitals mean nothing.
 */
const [HEADING, SHOUTED] = [0.7, 0.6]

/** Reads the words of a script, a text whose lines and paragraphs may be broken anywhere. */
export function readScript(text: string): ScriptWord[] {
  const words: ScriptWord[] = []
  let depth = 0
  const isShouted =
    shareOf(text.match(/\p{L}+/gu) ?? [], word => word.length > 1 && word === word.toUpperCase()) > SHOUTED
  for (const line of text.split(/\r\n?|\n/)) {
    const bare = line.replace(MARKS, '')
    const label = LABEL.exec(bare)?.[0].length ?? 0
    const isTitle = isHeading(bare)
    let at = 0
    for (const [token] of bare.matchAll(/\S+/g)) {
      const start = bare.indexOf(token, at)
      at = start + token.length
      for (const piece of token.split(/(?<=[\p{L}\p{N}])(?:—|--+)(?=[\p{L}\p{N}])/u)) {
        const opened = depth + (piece.match(/^[^\p{L}\p{N}]*[[(]/u) ? 1 : 0)
        depth = Math.max(0, opened - (piece.match(/[\])]/) ? 1 : 0))
        const [before = ''] = /^[^\p{L}\p{N}$€£#@+]*/u.exec(piece) ?? []
        const [rest = ''] = /(?<![^\p{L}\p{N}%])[^\p{L}\p{N}%]*$/u.exec(piece.slice(before.length)) ?? []
        const core = piece.slice(before.length, piece.length - rest.length)
        if (wordKey(core) === '') {
          addPause(words, piece)
          continue
        }
        const opening = /["“‘]$/.exec(before)?.[0] ?? ''
        words.push({
          text: opening + core,
          after: rest.replace(/[^.,?!:;…"”’]+/gu, ''),
          key: wordKey(core),
          isNote: opened > 0 || at <= label || isTitle,
          isName: !isShouted && !isTitle && looksLikeName(core, words.at(-1)),
        })
      }
    }
    // A paragraph without a full stop still ends.
    const last = words.at(-1)
    if (last && bare.trim() === '' && last.after === '') last.after = '.'
  }
  return words
}

/** A dash between blanks belongs to the word before it. */
function addPause(words: ScriptWord[], piece: string): void {
  const last = words.at(-1)
  if (last && last.after === '' && /^[—–-]+$/.test(piece)) last.after = ','
}

function isHeading(line: string): boolean {
  const words = line.trim().split(/\s+/)
  if (words.length > 12 || /[.,?!;:]$/.test(line.trim()) || line.trim() === '') return false
  return /^\s*#/.test(line) || (words.length > 1 && shareOf(words, word => /^[^\p{L}]*\p{Lu}/u.test(word)) > HEADING)
}

function looksLikeName(core: string, before: ScriptWord | undefined): boolean {
  if (/\d/.test(core) || /\p{L}\p{Lu}/u.test(core)) return true
  const isFirst = !before || /[.?!:…]["”’]?$/.test(before.after)
  return /^\p{Lu}/u.test(core) && !isFirst && !/^I(?:[’']\p{L}+)?$/u.test(core)
}

function shareOf(words: readonly string[], has: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(has).length / words.length
}
