/** Index of the last syllable's final consonant, 0 to 27; 0 if it has none or is not a syllable. */
export function finalOf(word: string): number {
  const code = word.charCodeAt(word.length - 1)
  return isSyllable(code) ? (code - FIRST) % FINALS : 0
}

/** Index of the last syllable's vowel, 0 (ㅏ) to 20 (ㅣ); -1 if it is not a syllable. */
export function vowelOf(word: string): number {
  const code = word.charCodeAt(word.length - 1)
  return isSyllable(code) ? Math.floor(((code - FIRST) % (VOWELS * FINALS)) / FINALS) : -1
}

/** The word without its last consonant: `주문하` for `주문한`. */
export function withoutFinal(word: string): string {
  const code = word.charCodeAt(word.length - 1)
  return word.slice(0, -1) + String.fromCharCode(code - finalOf(word))
}

const FIRST = 0xac00
const LAST = 0xd7a3
const VOWELS = 21
const FINALS = 28

function isSyllable(code: number): boolean {
  return code >= FIRST && code <= LAST
}

/** Positions of ㄴ, ㄹ, ㅂ and ㅆ among the final consonants. */
export const NIEUN = 4
export const RIEUL = 8
export const PAST = 20
