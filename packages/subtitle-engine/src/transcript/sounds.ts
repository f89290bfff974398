import type { Sentence, Transcript, Word } from '../types.ts'

/** A sound that is no speech. `text` is the transcriber's word for it, `korean` the viewer's; times in milliseconds. */
export interface Sound {
  startMs: number
  endMs: number
  text: string
  korean: string
}

const SOUND_OPENING = /^[[(<{*♪♫]/
const SOUND_CLOSING = /[\])>}*♪♫]$/
const MAX_SOUND_ITEMS = 4
/** The mask that a filter or redaction puts in place of a spoken word: `***`, `[PII]`, `[NAME]`. */
const MASKED =
  /^(?:\*+|\[(?:PII|NAME|ADDRESS|PHONE|EMAIL|SSN|PIN|AGE|DATE_TIME|BANK_ACCOUNT_NUMBER|BANK_ROUTING|CREDIT_DEBIT_(?:NUMBER|CVV|EXPIRY))\])$/

/**
 * End of the bracketed sound (`[MUSIC]`, `(audience laughs)`, `<unk>`, `♪`) that begins at a word, in one item or
 * several; 0 if none begins there.
 */
export function soundEnd(words: readonly Word[], from: number): number {
  const opening = words[from]?.text ?? ''
  if (!SOUND_OPENING.test(opening) || MASKED.test(opening)) return 0
  for (let end = from; end < Math.min(words.length, from + MAX_SOUND_ITEMS); end += 1) {
    const word = words[end]
    if (!word || MASKED.test(word.text)) continue
    if (SOUND_CLOSING.test(word.text) || SOUND_CLOSING.test(word.after)) return end + 1
  }
  return 0
}

/** The first matching pattern names a sound. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/cheer/i, '환호'],
  [/applau|clap/i, '박수'],
  [/laugh|chuckl|giggl/i, '웃음'],
  [/sing|song|vocal/i, '노래'],
  [/music|♪|♫|melod|guitar|piano|drum/i, '음악'],
  [/sigh|exhal/i, '한숨'],
  [/cough|clears? throat|clearing throat/i, '기침'],
  [/gasp/i, '헉하는 소리'],
  [/cry|sob|weep/i, '울음'],
  [/scream|shriek|yell/i, '비명'],
  [/phone|ringing|ringtone/i, '전화벨'],
  [/knock/i, '노크'],
  [/door/i, '문소리'],
  [/bark/i, '개 짖는 소리'],
  [/bell/i, '종소리'],
  [/beep|buzz/i, '신호음'],
  [/siren/i, '사이렌'],
  [/thunder/i, '천둥'],
  [/gun|shot/i, '총소리'],
  [/explo/i, '폭발음'],
  [/silence/i, '침묵'],
  [/crowd|audience|chatter/i, '사람들 소리'],
  [/inaudible|unintelligible|indistinct/i, '알아들을 수 없는 말'],
  [/noise|static|wind/i, '소음'],
]

/** Ends of Korean words for sounds and manners of speech: 박수, 웃음, 종소리, 속삭임. */
const KOREAN_SOUND = /(?:소리|음|음악|박수|한숨|숨|노래|환호|기침|벨|비명|노크|림|임|침묵|정적|어)$/

/** True if a text in brackets names a sound rather than a speaker. */
export function isSound(text: string): boolean {
  return KOREAN_SOUND.test(text) || NAMES.some(([pattern]) => pattern.test(text))
}

/** The sounds of a transcript that have a Korean name. Others mean nothing to a viewer and are omitted. */
export function soundsFromTranscript({ dropped }: Pick<Transcript, 'dropped'>): Sound[] {
  const sounds: Sound[] = []
  for (let from = 0; from < dropped.length; ) {
    const to = soundEnd(dropped, from)
    const first = dropped[from]
    const last = dropped[to - 1]
    if (first && last) {
      const text = dropped.slice(from, to).map(word => word.text + word.after)
      const name = NAMES.find(([pattern]) => pattern.test(text.join(' ')))?.[1]
      if (name) sounds.push({ startMs: first.startMs, endMs: last.endMs, text: text.join(' '), korean: `[${name}]` })
    }
    from = Math.max(to, from + 1)
  }
  return sounds
}

/** A sound this close to speech has no time for a separate cue and is shown with the speech. */
const OWN_CUE_MS = 1000
/** A longer sound is named only at its beginning. */
const NAMED_MS = 3000

/**
 * Adds sounds to sentences and their translations: as a separate sentence if nobody speaks, else before the Korean of
 * the sentence that is spoken then or next.
 */
export function withSounds(
  sentences: readonly Sentence[],
  translations: ReadonlyMap<string, string>,
  sounds: readonly Sound[],
): { sentences: Sentence[]; translations: Map<string, string> } {
  const all = [...sentences]
  const korean = new Map(translations)
  for (const [i, sound] of sounds.entries()) {
    const near = sentences.find(({ endMs }) => endMs > sound.startMs)
    if (near && near.startMs < sound.startMs + OWN_CUE_MS) {
      const text = korean.get(near.id)
      if (text !== undefined && !text.startsWith(sound.korean)) korean.set(near.id, `${sound.korean} ${text}`)
      continue
    }
    const endMs = Math.min(
      sound.startMs + NAMED_MS,
      Math.max(sound.endMs, sound.startMs + 1),
      near?.startMs ?? Infinity,
    )
    const { startMs, text } = sound
    const word = { text, startMs, endMs, confidence: 1, after: '' }
    const id = `sound${i + 1}`
    all.push({ id, text, words: [word], startMs, endMs })
    korean.set(id, sound.korean)
  }
  return { sentences: all.sort((a, b) => a.startMs - b.startMs), translations: korean }
}
