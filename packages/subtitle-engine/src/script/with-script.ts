import type { Word } from '../types.ts'
import { alignWords } from './align.ts'
import { isSameNumber, soundsAlike } from './same-sound.ts'
import { readScript, type ScriptWord, wordKey } from './script-words.ts'

/**
 * A place where the speech and the script differ. The text is '' on the side that has no words there. The subtitle
 * keeps what was said.
 */
export interface ScriptDifference {
  startMs: number
  said: string
  written: string
}

export interface Scripted {
  /** The transcribed words, with the script's names, numbers and punctuation; times are those of the speech. */
  words: Word[]
  differences: ScriptDifference[]
  /** Number of transcribed words that the script confirms. */
  confirmed: number
}

/** The script belongs to this speech if at least this share of the shorter text's words is in both texts. */
const OF_THIS_SPEECH = 0.2

/** Longest stretch, in words of either text, whose spelling may be taken from the script. */
const MOST_RESPELLED = 4
/** Maximum words of a difference to keep. */
const MOST_SHOWN = 30

/**
 * Corrects the transcribed words with a script of the speech. Only names, numbers and punctuation come from the script,
 * and only where its words were transcribed. Otherwise the sound decides.
 */
export function withScript(heard: readonly Word[], text: string): Scripted {
  const script = readScript(text)
  const at = alignWords(
    heard.map(word => wordKey(word.text)),
    script.map(({ key }) => key),
  )
  if (!isOfThisSpeech(at, script.length)) return { words: [...heard], differences: [], confirmed: 0 }
  const isUsed = new Uint8Array(script.length)
  for (const j of at) if (j >= 0) isUsed[j] = 1
  const hasCapitals = /\p{Lu}/u.test(text)
  const words: Word[] = []
  const differences: ScriptDifference[] = []
  let confirmed = 0
  for (let i = 0; i < heard.length; ) {
    const word = heard[i]
    const j = at[i] ?? -1
    if (word && j >= 0) {
      const next = at[i + 1] ?? -1
      words.push(
        confirmedWord(word, {
          script,
          at: j,
          before: words.at(-1),
          hasCapitals,
          isFollowed: next === j + 1 || i + 1 === heard.length,
        }),
      )
      confirmed += 1
      i += 1
      continue
    }
    let end = i
    while (end < heard.length && (at[end] ?? -1) < 0) end += 1
    const said = heard.slice(i, end)
    const [before, after] = [i > 0 ? (at[i - 1] ?? -1) : -1, at[end] ?? -1]
    const from = before + 1
    const to = end === heard.length ? Math.min(script.length, from + MOST_RESPELLED) : after
    const isBetween =
      to > from && to - from <= MOST_RESPELLED && said.length <= MOST_RESPELLED && (before >= 0 || from === 0)
    const written = isBetween ? script.slice(from, to) : []
    const respelled = respell(said, written, { script, hasCapitals })
    const last = words.at(-1)
    if (respelled) {
      // The script continues with the next word, so its punctuation between them applies.
      if (last && before >= 0) words[words.length - 1] = { ...last, after: script[before]?.after ?? last.after }
      words.push(...respelled)
      confirmed += said.length
    } else {
      words.push(...said)
      const counterpart = written.filter(({ isNote }) => !isNote)
      if (
        isWorthShowing(
          said.map(word => word.text),
          counterpart.map(each => each.text),
        )
      )
        differences.push(difference(said[0]?.startMs ?? 0, said, counterpart))
    }
    if (isBetween) isUsed.fill(1, from, to)
    i = end
  }
  differences.push(...unsaid(heard, at, script, isUsed))
  return { words, differences: differences.sort((a, b) => a.startMs - b.startMs), confirmed }
}

function isOfThisSpeech(at: Int32Array, written: number): boolean {
  const common = at.reduce((sum, j) => sum + (j >= 0 ? 1 : 0), 0)
  return common > 0 && common >= OF_THIS_SPEECH * Math.min(at.length, written)
}

interface Place {
  script: readonly ScriptWord[]
  at: number
  before: Word | undefined
  hasCapitals: boolean
  /** Whether the next word that was heard is also the script's next word, so that its punctuation between them applies. */
  isFollowed: boolean
}

/** A transcribed word with the script's spelling and punctuation. */
function confirmedWord(word: Word, { script, at, before, hasCapitals, isFollowed }: Place): Word {
  const written = script[at]
  if (!written) return word
  const isFirst = !before || /[.?!…]["”’]?$/.test(before.after)
  const isLower = written.text === written.text.toLowerCase()
  // A script without capitals does not show names, and a first word keeps its capital.
  const text = isLower && word.text !== word.text.toLowerCase() && (isFirst || !hasCapitals) ? word.text : written.text
  const after = isFollowed ? written.after : word.after
  return { ...word, text, after, confidence: 1 }
}

/**
 * Returns the transcribed words in the script's spelling if both are the same number or sound like the same name.
 * `undefined` if something else was said.
 */
function respell(
  said: readonly Word[],
  written: readonly ScriptWord[],
  { script, hasCapitals }: Pick<Place, 'script' | 'hasCapitals'>,
): Word[] | undefined {
  if (written.length === 0 || said.length === 0) return undefined
  const [heardTexts, texts] = [said.map(({ text }) => text), written.map(({ text }) => text)]
  const [spoken, spelled] = [heardTexts, texts].map(each => wordKey(each.join(' ')))
  const isNumber = isSameNumber(heardTexts, texts)
  const hasNumber = [...heardTexts, ...texts].some(text => /\d/.test(text))
  const isName =
    !hasNumber &&
    (hasCapitals ? written.every(({ isName }) => isName) : heardTexts.every(isCapitalized)) &&
    soundsAlike(heardTexts.join(''), texts.join('')) &&
    // The script also contains the transcribed form, so it means a different name.
    !said.every(({ text }) => script.some(({ key }) => key === wordKey(text)))
  return spoken === spelled || isNumber || isName ? spread(said, written) : undefined
}

function isCapitalized(text: string): boolean {
  return /^\p{Lu}/u.test(text)
}

function capitalized(text: string): string {
  return text.replace(/\p{L}/u, letter => letter.toUpperCase())
}

/** Gives the script's words the times of the transcribed words. */
function spread(said: readonly Word[], written: readonly ScriptWord[]): Word[] {
  const startMs = said[0]?.startMs ?? 0
  const endMs = said.at(-1)?.endMs ?? startMs
  const letters = written.reduce((sum, { key }) => sum + key.length, 0)
  let before = 0
  return written.map(({ text, after, key }, n) => {
    const like = said[Math.min(n, said.length - 1)]
    const [from, to] = [before, before + key.length].map(
      count => startMs + Math.round(((endMs - startMs) * count) / letters),
    )
    before += key.length
    const isOwn = said.length === written.length && like
    const speaker = like?.speaker !== undefined && { speaker: like.speaker }
    return {
      text: like && isCapitalized(like.text) ? capitalized(text) : text,
      after,
      confidence: 1,
      startMs: isOwn ? like.startMs : (from ?? startMs),
      endMs: isOwn ? like.endMs : (to ?? endMs),
      ...speaker,
    }
  })
}

/** A stretch of the script of which no word was said is shown if it has at least this many words. */
const FEWEST_UNSAID = 3

/** Lists the stretches of the script that were not said, each at the time of the word before it. */
function unsaid(
  heard: readonly Word[],
  at: Int32Array,
  script: readonly ScriptWord[],
  isUsed: Uint8Array,
): ScriptDifference[] {
  const timeOf = new Map<number, number>()
  for (const [i, j] of at.entries()) if (j >= 0) timeOf.set(j, heard[i]?.startMs ?? 0)
  const found: ScriptDifference[] = []
  let startMs = 0
  for (let j = 0; j < script.length; ) {
    if (isUsed[j] === 1) {
      startMs = timeOf.get(j) ?? startMs
      j += 1
      continue
    }
    let end = j
    while (end < script.length && isUsed[end] === 0) end += 1
    const written = script.slice(j, end).filter(({ isNote }) => !isNote)
    if (written.length >= FEWEST_UNSAID || written.some(({ text }) => MATTERS.test(text)))
      found.push(difference(startMs, [], written))
    j = end
  }
  return found
}

/** Negations and numbers. A single one changes the meaning of a sentence. */
const MATTERS = /\d|^(?:not?|never|none|nobody|nothing|without|cannot)$|n[’']t$/i
const FILLER = /^(?:u[hm]+|er+m?|hm+|ah|oh|well|so|like|just|and|but|the|an?|you|know|i|mean|that|of|to)$/i

function isWorthShowing(said: readonly string[], written: readonly string[]): boolean {
  const content = (words: readonly string[]) => words.filter(word => !FILLER.test(word))
  const [heard, script] = [content(said), content(written)]
  if ([...heard, ...script].some(word => MATTERS.test(word))) return true
  return script.length > 0 ? heard.length > 0 : heard.length >= FEWEST_UNSAID
}

function difference(
  startMs: number,
  said: readonly Pick<Word, 'text' | 'after'>[],
  written: readonly ScriptWord[],
): ScriptDifference {
  const shown = (words: readonly { text: string; after: string }[]) => {
    const text = words
      .slice(0, MOST_SHOWN)
      .map(word => word.text + word.after)
      .join(' ')
    return words.length > MOST_SHOWN ? `${text} …` : text
  }
  return { startMs, said: shown(said), written: shown(written) }
}

/** Maximum differences to show for one sentence. */
const MOST_OF_SENTENCE = 5

/**
 * Assigns differences to sentences, by id: each to the last sentence that begins before it, or else to the first one. Expects
 * both in order of their starts.
 */
export function differencesBySentence(
  differences: readonly ScriptDifference[],
  sentences: readonly { id: string; startMs: number }[],
): Map<string, Pick<ScriptDifference, 'said' | 'written'>[]> {
  const byId = new Map<string, Pick<ScriptDifference, 'said' | 'written'>[]>()
  let at = 0
  for (const { startMs, said, written } of differences) {
    while ((sentences[at + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= startMs) at += 1
    const id = sentences[at]?.id
    if (id === undefined) continue
    const own = byId.get(id) ?? []
    if (own.length < MOST_OF_SENTENCE) byId.set(id, [...own, { said, written }])
  }
  return byId
}
