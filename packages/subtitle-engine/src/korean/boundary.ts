import type { CutCosts } from '../cut-costs.ts'
import type { Profile } from '../profile.ts'
import { halfWidths } from '../weight.ts'
import { zeros } from '../zeros.ts'
import { isBarePredicate } from './bare-predicates.ts'
import { seenOf } from './boundary-features.ts'
import { boundaryOdds } from './boundary-model.ts'
import { enclosuresIn, numberListsIn, remarkEndsIn } from './enclosures.ts'
import type { Eojeol } from './eojeol.ts'
import { findConstruction } from './held.ts'
import type { Seen } from './kinds.ts'
import { NAME_AND_TITLE } from './noun-constructions.ts'
import { closesSentence, isAbbreviation } from './sentence-ends.ts'
import { NOUNS, tornCost } from './torn.ts'

/** Cost of a break that must never happen: inside an eojeol, a Latin name, or between a number and its unit. */
export const FORBIDDEN = 2000

const BARE = /^["'“‘([「『-]*(.*?)["'”’)\]」』.,?!…:;]*$/su
const COUNTER =
  /^(?:명|개|번|번째|시|시간|살|달|마리|대|권|잔|장|가지|분|초|군데|사람|차례|배|주|쌍|곳|층|년|월|일|개월|주일|원|달러|유로|엔|파운드|퍼센트|프로|도|미터|킬로|킬로미터|킬로그램|그램|톤|센티미터|밀리미터|마일|인치|피트|리터|평|점|위|세|세기|세대|단계|편|건|회|척|채|벌|켤레|송이|그루|병|컵|조각|종류|끼|곡|통|봉지|그릇|숟갈|모금|바퀴|갈래|칸|줄|쪽|페이지|글자|음절|라운드|세트|골|팀|종|걸음|마디|방울|포기|나라|만|억|조|천|백|%|[kcm]?m|k?g|km\/h|[KMGT]B|[kMG]?Hz|[°℃])(?:이|가|은|는|을|를|의|에|에서|에게|으로|로|와|과|도|만|까지|부터|씩|째|쯤|간|짜리|마다|당|나|밖에|보다|처럼|뿐|들|여|입니다|이에요|예요|이다|이고|이며|인|이[라란])*(?:(?:이었|였)[가-힣]*)?$/u
const ONLY_HANGUL = /^[가-힣]+$/
const NUMBER_END = /\d[만억조천백십]*$/
const NUMERAL =
  /^(?:약\s)?(?:[\d,.]*\d[만억조천백십]*|(?!(?:일이|조사|이사|구조|사이|오이|천사)$)[일이삼사오육칠팔구십백천만억조]{2,}여?|[십백천만억]여|[백천만억]|한|두|세|네|석|넉|두어|한두|두세|서너|너덧|대여섯|예닐곱|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|스무|스물[가-힣]*|서른[가-힣]*|마흔[가-힣]*|쉰[가-힣]*|예순|일흔|여든|아흔|몇|[수몇][십백천만]+여?|여러)$/
/** `30에서` before `50mm`. */
const RANGE_START = /^[\d,.]+에서$/
/** `2.1퍼센트에서` before `1.8퍼센트로`: as long as a line, so it is held instead of forbidden. */
const MEASURED_START = /^[\d,.]+[만억조천백십]*(?:[가-힣]{1,4}|[A-Za-z%℃]{1,3})(?:에서|부터)$/
const MEASURED_END = /^[\d,.]+[만억조천백십]*(?:[가-힣]{1,4}|[A-Za-z%℃]{1,3})?(?:으?로|까지|사이)/
const LATIN_WORD = /^[“"'(]?[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9&'’.+#/-]*$/u
const LATIN_RUN_AT_END = /(?:^| )[“"'(]?[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9&'’.+#/-]*(?: [A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9&'’.+#/-]*)*$/u
const LATIN_RUN_AT_START = /^[A-Za-zÀ-ɏ](?:[A-Za-zÀ-ɏ0-9&'’.+#/-]| (?=[A-Za-zÀ-ɏ0-9]))*/u
const LATIN_TAIL = /^[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9&'’.+#/-]*/u

/** The cost of ending a line and of ending a cue before each eojeol (index 0 unused). */
export interface BoundaryCosts {
  line: number[]
  cue: number[]
}

/** Cost of a break inside a fixed construction: chosen only if the surrounding words allow no other. */
export const HELD = 1400
/** Most that a break at a learned place costs. */
export const WORST = HELD - 1
/** Factor of `HELD` for a cue's end: the two lines of a cue are seen at once. */
const HELD_CUE = 4 / 3
/**
 * Cost of a break inside brackets, a quotation or a list of numbers that fits one line. In the standard profile no
 * place that merely reads badly costs as much.
 */
export const ENCLOSED = 1800
/** Least cost of a cue's end inside brackets, a quotation or a list of numbers that fits one cue. */
const ENCLOSED_IN_CUE = 500
/**
 * A verb followed by another action (`꺼내 ‖ 계단 아래로`) is never among the worst places for a line break, nor among the
 * best for a cue end.
 */
const LINKED = 0.12
const LINKED_CUE = 0.12
/** Least odds after a predicate that closes a sentence without a full stop. */
const CLOSED = 0.8
/** Surprise at a line's and at a cue's end between a term and its brackets, which explain it. */
const BEFORE_BRACKETS = 1
const BEFORE_BRACKETS_CUE = 2
/** At a cue's end, the surprise of a line's end counts to this power: what may hardly end a line must not end a cue. */
const LINE_POWER = 1.5
/** `Seen.mark` of a comma. */
const COMMA = 1
/** Cost, beyond the odds, of a cue's end at a comma: people keep a lead-in with what follows. */
const AT_COMMA = 18
/** Upper bound of surprise, reached where the labelled sentences never have a break. */
const MOST_SURPRISE = 5

/**
 * Costs of ending a line and of ending a cue before each eojeol: low after a sentence, a clause or a phrase, high
 * inside a phrase, `FORBIDDEN` between eojeols that must stay together.
 */
export function boundaryCosts(words: readonly Eojeol[], { lineCharacters, costs }: Profile): BoundaryCosts {
  const seen = words.map(word => seenOf(word.text))
  const fixed = words.map((_, i) => fixedCosts(words, seen, i, costs))
  const odds = boundaryOdds(seen, at => fixed[at] === undefined)
  const remarkEnds = remarkEndsIn(words)
  const line = zeros(words.length + 1)
  const cue = zeros(words.length + 1)
  for (let i = 1; i < words.length; i += 1) {
    const known = fixed[i]
    if (known) {
      line[i] = known.line
      cue[i] = known.cue
      continue
    }
    const last = words[i - 1]
    const next = words[i]
    const before = seen[i - 1]
    const after = seen[i]
    if (!last || !next || !before || !after) continue
    const linked = before.form === 'linking' && before.mark === 0
    const closes =
      remarkEnds.has(i) || isBarePredicate(before, after, seen[i - 2]) || closesSentence(last.text, next.text)
    const leastForLine = closes ? CLOSED : linked ? LINKED : 0
    const forLine = Math.max(leastForLine, odds.line[i] ?? 0)
    const forCue = linked ? Math.min(LINKED_CUE, odds.cue[i] ?? 0) : Math.max(closes ? CLOSED : 0, odds.cue[i] ?? 0)
    const extra = closes ? 0 : tornCost(before, after, seen[i + 1])
    line[i] = Math.min(WORST, costs.line * surpriseOf(forLine) + extra)
    cue[i] = Math.min(
      WORST,
      costs.cueThought * surpriseOf(forCue) +
        costs.cueLine * surpriseOf(forLine) ** LINE_POWER +
        extra +
        (before.mark === COMMA ? AT_COMMA : 0),
    )
  }
  holdEnclosures(words, { line, cue }, lineCharacters)
  holdNames(words, line, lineCharacters, NAME_PART)
  holdNames(words, cue, lineCharacters, NAME_PART_CUE)
  return { line, cue }
}

/** The costs of a boundary for which the odds do not count; undefined if they do. */
function fixedCosts(
  words: readonly Eojeol[],
  seen: readonly Seen[],
  at: number,
  costs: CutCosts,
): { line: number; cue: number } | undefined {
  const last = words[at - 1]
  const next = words[at]
  const before = seen[at - 1]
  const after = seen[at]
  if (!last || !next || !before || !after) return undefined
  const isInside = next.glued && !next.opensBrackets
  if (isInside || belongTogether(last.text, before.bare, after.bare)) return { line: FORBIDDEN, cue: FORBIDDEN }
  if (next.opensBrackets)
    return { line: costs.line * BEFORE_BRACKETS, cue: (costs.cueThought + costs.cueLine) * BEFORE_BRACKETS_CUE }
  const isFixed = isHeld(before, after) || isInsideName(seen, at) || isBeforeName(seen, at)
  if (isFixed || isQuoting(last.text, next.text)) return { line: HELD, cue: HELD * HELD_CUE }
  return undefined
}

/** `Seen.mark` of a closing quotation mark or bracket. */
const QUOTATION_END = 3
const PARTICLE_APART =
  /^(?:[은는이가을를의와과도에만]|으?로|에서|에서의|에게|까지|부터|이?라는|이?란|이?라고|이?라며|이고|이며|이나|처럼)$/
const LATIN_END = /[A-Za-z0-9)\]°²³]$/
/** Particles after a Latin word and a space, without those that are more often words there: `이`, `가`, `도`. */
const PARTICLE_AFTER_LATIN = /^(?:[은는을를와과의에]|에서|에서의|에게|까지|부터|이?라는|으?로)$/

/** Particles that are no words of their own, so that they belong to whatever precedes: `1 + 0 + … 처럼`, `할 때 마다`. */
const ONLY_PARTICLE = /^(?:처럼|까지|부터|마다|조차|에서|에게|이?라는|이?라고)[는도]?$/

/** True if a space separates a particle from its word, quotation or brackets: `"변환" 은`. */
function isParticleApart(last: Seen, next: Seen): boolean {
  if (last.mark !== COMMA && ONLY_PARTICLE.test(next.bare)) return true
  if (last.mark === QUOTATION_END) return PARTICLE_APART.test(next.bare)
  return last.mark === 0 && LATIN_END.test(last.bare) && PARTICLE_AFTER_LATIN.test(next.bare)
}

const QUOTED = /["”’'」』]$/
const QUOTING = /^(?:하[고며]|하면서|하[는던]|이?라[고는며])[,.]?$/

/** True between a quotation, even one with a full stop, and the word that quotes it: `"공 하나만!" ‖ 하고 (외치셨는데)`. */
function isQuoting(last: string, next: string): boolean {
  return QUOTED.test(last) && QUOTING.test(next)
}

/** Words that link the parts of a foreign name: `루트비히 판 베토벤`. */
const NAME_LINK = /^(?:반|판|폰|델|빈|엘|르|드|디)$/

function isInsideName(words: readonly Seen[], at: number): boolean {
  const isPart = (i: number) => /^(?:noun|adverb)$/.test(words[i]?.form ?? '') && words[i]?.mark === 0
  if (NAME_LINK.test(words[at]?.bare ?? '')) return isPart(at - 1) && NOUNS.has(words[at + 1]?.form ?? 'final')
  return NAME_LINK.test(words[at - 1]?.bare ?? '') && isPart(at - 2) && NOUNS.has(words[at]?.form ?? 'final')
}

/** True between a role and the name with a title after it: `사진작가 ‖ 윤서진 씨`. */
function isBeforeName(words: readonly Seen[], at: number): boolean {
  const [role, name, title] = [words[at - 1], words[at], words[at + 1]]
  if (role?.form !== 'noun' || role.mark !== 0 || name?.form !== 'noun' || name.mark !== 0 || !title) return false
  return findConstruction(name, title) === NAME_AND_TITLE
}

function isHeld(last: Seen, next: Seen): boolean {
  if (isParticleApart(last, next)) return true
  if (last.mark !== 0) return false
  if (MEASURED_START.test(last.bare) && MEASURED_END.test(next.bare)) return true
  return findConstruction(last, next) !== undefined
}

function surpriseOf(odds: number): number {
  return Math.min(MOST_SURPRISE, -Math.log(Math.max(1e-9, odds)))
}

/**
 * True for a number and its unit, for an abbreviation and its word, and for a name or number that would read as one with
 * the next eojeol once the line end drops its mark.
 */
export function belongTogether(raw: string, last: string, next: string): boolean {
  if (ONLY_HANGUL.test(raw)) return NUMERAL.test(raw) && COUNTER.test(next)
  if (isAbbreviation(raw)) return true
  if (raw !== last && !NUMBER_END.test(last)) return looksJoined(raw, last, next)
  if (/[?!…,，、;:。]["'”’)\]」』]*$/u.test(raw)) return looksJoined(raw, last, next)
  if (NUMBER_END.test(last) && /^(?:[가-힣%℃°]|[A-Za-z]{1,3}(?![A-Za-z]))/.test(next)) return true
  if (RANGE_START.test(last) && /^\d/.test(next)) return true
  return NUMERAL.test(last) && COUNTER.test(next)
}

/**
 * `706,` before `주`, `네.` before `시`: without the mark, which a line end drops, they would look like a number and its
 * unit.
 */
function looksJoined(raw: string, last: string, next: string): boolean {
  if (!/[.,]$/.test(raw)) return false
  if ((NUMBER_END.test(last) || NUMERAL.test(last)) && COUNTER.test(next)) return true
  return LATIN_WORD.test(last) && LATIN_TAIL.test(next)
}

/** Whether a line break separates a number from its unit, or splits a Latin name that would fit one line. */
export function splitsUnitOrName(line: string, nextLine: string, lineCharacters: number): boolean {
  const last = line.slice(line.lastIndexOf(' ') + 1)
  const space = nextLine.indexOf(' ')
  const next = BARE.exec(space < 0 ? nextLine : nextLine.slice(0, space))?.[1] ?? ''
  if ((NUMBER_END.test(last) || NUMERAL.test(last)) && COUNTER.test(next)) return true
  const tail = LATIN_RUN_AT_START.exec(nextLine)?.[0]
  if (tail === undefined) return false
  const head = LATIN_RUN_AT_END.exec(line)?.[0]
  return head !== undefined && halfWidths(head.trim()) + 1 + halfWidths(tail) <= lineCharacters * 2
}

/**
 * Keeps brackets, quotations and lists of numbers whole if they fit one line. Longer ones that fit one cue may be
 * divided between its lines, but should not be divided between cues.
 */
function holdEnclosures(words: readonly Eojeol[], { line, cue }: BoundaryCosts, lineCharacters: number): void {
  for (const { from, to } of [...enclosuresIn(words), ...numberListsIn(words)]) {
    const width = widthOf(words, from, to)
    if (width > lineCharacters * 4) continue
    const fitsLine = width <= lineCharacters * 2
    for (let i = from + 1; i < to; i += 1) {
      if (fitsLine) line[i] = Math.max(ENCLOSED, line[i] ?? 0)
      cue[i] = Math.max(fitsLine ? ENCLOSED : ENCLOSED_IN_CUE, cue[i] ?? 0)
    }
  }
}

function widthOf(words: readonly Eojeol[], from: number, to: number): number {
  let width = words[to - 1]?.lengthAtEnd ?? 0
  for (let i = from; i < to - 1; i += 1) width += (words[i]?.length ?? 0) + (words[i + 1]?.glued ? 0 : 1)
  return width
}

/** Cost of a break inside a name longer than a line. */
const NAME_PART = 400
const NAME_PART_CUE = 800

/** Forbids breaks inside Latin names that fit one line. */
function holdNames(words: readonly Eojeol[], costs: number[], lineCharacters: number, part: number): void {
  for (let from = 0; from < words.length; from += 1) {
    const first = words[from]
    if (!first || !LATIN_WORD.test(first.text)) continue
    let to = from + 1
    let length = first.length
    while (to < words.length && LATIN_WORD.test(words[to - 1]?.text ?? '') && LATIN_TAIL.test(words[to]?.text ?? '')) {
      length += 1 + (words[to]?.lengthAtEnd ?? 0)
      to += 1
    }
    const held = length <= lineCharacters * 2
    for (let i = from + 1; i < to; i += 1) if (costs[i] !== FORBIDDEN) costs[i] = held ? FORBIDDEN : part
    from = to - 1
  }
}
