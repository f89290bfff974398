import type { Word } from '../types.ts'
import { FIRST_NAMES } from './names.ts'

/** Share of capitals among the letters of a subtitle that is written in capitals. */
const CAPITALS = 0.8
/** `U.S` and `A.M`, without their last stop, keep their capitals. */
const INITIALS = /^(?:[A-Z]\.)+[A-Z]$/
const TITLE = /^(?:MR|MRS|MS|DR|PROF|ST|GEN|SEN|CAPT|SGT)$/
/** A stop after these ends no sentence. */
const ABBREVIATION = /^(?:(?:[A-Z]\.)+[A-Z]|MR|MRS|MS|DR|ST|VS)$/
/** Words without a vowel that are not spelled out. */
const NOT_SPELLED = /^(?:H+M+|SH+|M+|B+R+|G+R+|PS+T|PF+T|TSK|NTH|VS|JR|SR|FT|LBS?|KG|KM|CM|MM)$/
const NO_VOWEL = /^[B-DF-HJ-NP-TV-XZ]{2,5}S?$/
const NUMBERED = /^(?:\d{1,9}[A-Z]{1,3}|[A-Z]{1,9}-?\d{1,9}[A-Z]?)$/
const ORDINAL = /^\d+(?:ST|ND|RD|TH|S)$/
/** Always written in capitals. Abbreviations that are also words (US, WHO, IT) are left out. */
const ABBREVIATIONS = new Set(
  'FBI CIA NSA NASA NATO UN EU UK USA BBC NBA FIFA UNESCO UNICEF IMF CEO CFO CTO COO AI API URL USB GPU CPU PDF SEO AWS IBM MIT UCLA NYU USC MBA DNA RNA HIV ADHD OCD MRI ICU CDC FDA EPA IRS DEA NYPD LAPD SUV VIP FAQ DIY ASAP OK LGBT LGBTQ NGO UFO LED LCD II III IV VI VII VIII IX USSR UAE ESPN HBO ABC NPR AOL SAT GPA IQ OPEC NAFTA IPO ETF SOS ETA EU IOS SAAS COVID GDP PHD'.split(
    ' ',
  ),
)
const NAMES = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december america american americans england english britain british london paris france french germany german germans berlin europe european europeans africa african africans asia asian asians korea korean koreans seoul busan japan japanese tokyo china chinese beijing india indian indians russia russian russians moscow ukraine canada canadian mexico mexican brazil spain spanish italy italian rome israel iran iraq egypt australia vietnam vietnamese thailand boston chicago houston dallas seattle miami philadelphia washington california texas florida ohio michigan hawaii alaska virginia arizona oregon colorado manhattan brooklyn hollywood christmas easter jesus christian christians muslim muslims jewish google facebook youtube twitter microsoft netflix'.split(
    ' ',
  ),
)
/** O'Brien, McDonald. */
const FAMILY = /^(o['’]|mc)(?!clock)([a-z])(?=[a-z]{2})/
/** Names of two words, at least one of which is an ordinary word on its own. */
const PAIRS = new Set(
  'new york|los angeles|san francisco|san diego|san jose|las vegas|new orleans|new jersey|new mexico|new zealand|new england|new hampshire|north carolina|south carolina|north dakota|south dakota|west virginia|rhode island|united states|united kingdom|united nations|white house|supreme court|wall street|silicon valley|south korea|north korea|hong kong|saudi arabia|south africa|middle east|great britain|european union|world cup'.split(
    '|',
  ),
)

/**
 * Writes a subtitle in capitals as ordinary text, because its translation would shout; other subtitles stay as they
 * are. The first words of sentences, known names, names of speakers, and abbreviations keep their capitals.
 */
export function withoutShouting(words: readonly Word[]): readonly Word[] {
  if (!isShouted(words)) return words
  const speakers = new Set(words.flatMap(({ speaker }) => speaker?.toLowerCase().split(' ') ?? []))
  const bare = words.map(({ text }) => withoutQuotes(text).toLowerCase())
  const isPair = (i: number) => words[i]?.after === '' && PAIRS.has(`${bare[i]} ${bare[i + 1]}`)
  return words.map((word, i) => {
    const before = words[i - 1]
    const opensSentence =
      !before || (/[.?!]/.test(before.after) && !ABBREVIATION.test(before.text)) || before.speaker !== word.speaker
    const name = bare[i] ?? ''
    if (name === 'us' && bare[i - 1] === 'the') return word
    const isName =
      NAMES.has(name) ||
      FIRST_NAMES.has(name) ||
      speakers.has(name) ||
      isPair(i) ||
      isPair(i - 1) ||
      TITLE.test(before?.text ?? '')
    return { ...word, text: lowered(word.text, opensSentence || isName) }
  })
}

function isShouted(words: readonly Word[]): boolean {
  let [letters, capitals] = [0, 0]
  for (const { text } of words) {
    letters += text.match(/[A-Za-z]/g)?.length ?? 0
    capitals += text.match(/[A-Z]/g)?.length ?? 0
  }
  return letters > 0 && capitals / letters > CAPITALS
}

/** A word without quotation marks, brackets and the `'S` of the genitive. */
function withoutQuotes(word: string): string {
  return word
    .replace(/^["'“‘(]{1,4}/, '')
    .replace(/["'”’)]{1,4}$/, '')
    .replace(/['’]S$/, '')
}

function lowered(word: string, isCapital: boolean): string {
  const bare = withoutQuotes(word)
  const isSpelled = NO_VOWEL.test(bare) && !NOT_SPELLED.test(bare) && !TITLE.test(bare)
  if (INITIALS.test(bare) || isSpelled || ABBREVIATIONS.has(bare) || (NUMBERED.test(bare) && !ORDINAL.test(bare)))
    return word.replace(/(['’])S$/, '$1s')
  const text = word.toLowerCase().replace(/^i(?=$|['’])/, 'I')
  const family = FAMILY.exec(text)
  if (family)
    return text.replace(
      FAMILY,
      (_, prefix: string, first: string) => `${prefix[0]?.toUpperCase()}${prefix.slice(1)}${first.toUpperCase()}`,
    )
  return isCapital || TITLE.test(bare) ? text.replace(/[a-z]/, letter => letter.toUpperCase()) : text
}
