/** Character with which a language model marks where a line may end; it does not occur in speech. */
export const PHRASE_SIGN = '|'
/** The sign for the end of a clause, after which the next cue may begin. */
export const CLAUSE_SIGN = '||'

/** A Korean text without phrase signs. */
export interface MarkedText {
  korean: string
  /** Indexes of the eojeols before which a phrase ends. */
  ends: number[]
  /**
   * For each of these places, the index of the English word with which the next phrase begins; 0 where the model states
   * none.
   */
  starts?: number[]
}

/** A text with a larger share of its spaces marked was marked indiscriminately. */
const MOST_MARKED = 0.8
/** In shorter texts every space may legitimately be marked. */
const FEW_SPACES = 3

/**
 * Removes the phrase signs from a model's text. Signs at its edges, or at nearly every space, carry no information and
 * are ignored.
 * @param starts according to the model, the indexes of the English words with which the clauses after its clause signs
 * begin; a list with a word for every sign is read, too
 */
export function withoutSigns(text: string, starts: readonly number[] = []): MarkedText {
  if (!text.includes(PHRASE_SIGN)) return { korean: text, ends: [] }
  const phrases = text.split(PHRASE_SIGN).map(phrase => splitEojeols(phrase))
  const korean = phrases.flat().join(' ')
  const places: { at: number; isClause: boolean }[] = []
  let [at, signs] = [0, 0]
  for (const phrase of phrases) {
    if (at > 0 && phrase.length > 0) places.push({ at, isClause: signs > 1 })
    at += phrase.length
    signs = phrase.length > 0 ? 1 : signs + 1
  }
  const spaces = at - 1
  if (spaces > FEW_SPACES && places.length > spaces * MOST_MARKED) return { korean, ends: [] }
  // A model may also list the first phrase, which follows no sign.
  const listed = starts[0] === 0 ? starts.slice(1) : starts
  const ends = places.map(place => place.at)
  if (listed.length === 0) return { korean, ends }
  if (listed.length === ends.length) return { korean, ends, starts: [...listed] }
  if (listed.length !== places.filter(({ isClause }) => isClause).length) return { korean, ends }
  const left = listed[Symbol.iterator]()
  return { korean, ends, starts: places.map(({ isClause }) => (isClause ? (left.next().value ?? 0) : 0)) }
}

/** Adapts the marks to a text rewritten by rule: they are kept if the number of eojeols is unchanged. */
export function marksAfter({ korean, ends, starts }: MarkedText, after: string): MarkedText {
  if (splitEojeols(korean).length !== splitEojeols(after).length) return { korean: after, ends: [] }
  return { korean: after, ends, ...(starts && { starts }) }
}

/** The numbers of the eojeols that continue one of the names in a text: `발터 베렌스는` has one. */
export function placesInNames(korean: string, names: Iterable<string>): number[] {
  const eojeols = splitEojeols(korean)
  const places = new Set<number>()
  for (const name of names) {
    const parts = splitEojeols(name)
    for (let from = 0; parts.length > 1 && from + parts.length <= eojeols.length; from += 1)
      if (isNameAt(eojeols, parts, from)) for (let i = 1; i < parts.length; i += 1) places.add(from + i)
  }
  return [...places].sort((a, b) => a - b)
}

/** Quotation marks may precede a name, particles and punctuation follow it. */
function isNameAt(eojeols: readonly string[], parts: readonly string[], from: number): boolean {
  return parts.every((part, i) => {
    const eojeol = eojeols[from + i] ?? ''
    const begun = i === 0 ? eojeol.replace(/^["'“‘(《「]+/u, '') : eojeol
    return i === parts.length - 1 ? begun.startsWith(part) : begun === part
  })
}

function splitEojeols(text: string): string[] {
  return text.split(/\s+/).filter(eojeol => eojeol !== '')
}
