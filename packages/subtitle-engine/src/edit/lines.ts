import { type Break, clean, type DraftSentence, eojeolsOf } from './draft.ts'

/** Text as typed by the user: a newline ends a line; an empty line, or every second newline, ends a cue. */
export interface TypedText {
  korean: string
  breaks: Break[]
}

/** Two speakers on one line: `- 가요? - 네.` */
const DIALOGUE = /^(\s*[-–—]\s*\S.*?)\s([-–—]\s+\S)/u

/** Parses typed text into Korean without newlines, and the breaks that the newlines represent. */
export function parseTypedText(typed: string): TypedText {
  const text = typed.includes('\n') ? typed : typed.replace(DIALOGUE, '$1\n$2')
  const breaks: Break[] = []
  const parts: string[] = []
  let eojeols = 0
  let isNewCue = false
  let linesInCue = 1
  for (const line of text.split(/\r?\n/)) {
    const part = clean(line)
    if (part === '') {
      isNewCue = parts.length > 0
      continue
    }
    if (parts.length > 0) {
      // A cue has at most two lines.
      const kind = isNewCue || linesInCue === 2 ? 'cue' : 'line'
      breaks.push({ at: eojeols, kind })
      linesInCue = kind === 'cue' ? 1 : 2
    }
    parts.push(part)
    eojeols += eojeolsOf(part).length
    isNewCue = false
  }
  const korean = clean(parts.join(' '))
  // Tidying the whole text may join eojeols across a newline, so their positions are unknown.
  return { korean, breaks: eojeolsOf(korean).length === eojeols ? breaks : [] }
}

/** Formats a sentence with its line and cue breaks as newlines: the input of `parseTypedText`. */
export function typedText({ korean, breaks }: Pick<DraftSentence, 'korean' | 'breaks'>): string {
  const kinds = new Map(breaks.map(({ at, kind }) => [at, kind]))
  return eojeolsOf(korean).reduce((text, eojeol, at) => {
    if (at === 0) return eojeol
    const kind = kinds.get(at)
    return `${text}${kind === 'line' ? '\n' : kind === 'cue' ? '\n\n' : ' '}${eojeol}`
  }, '')
}

/** Breaks after typing: those typed as newlines, with the times set before, and the forbidden breaks. */
export function mergeTypedBreaks(typed: readonly Break[], carried: readonly Break[]): Break[] {
  const before = new Map(carried.map(each => [each.at, each]))
  const own = typed.map(each => {
    const ms = each.kind === 'cue' ? before.get(each.at)?.ms : undefined
    return ms === undefined ? each : { ...each, ms }
  })
  const places = new Set(own.map(({ at }) => at))
  const forbidden = carried.filter(({ at, kind }) => kind === 'none' && !places.has(at))
  return [...own, ...forbidden].sort((a, b) => a.at - b.at)
}
