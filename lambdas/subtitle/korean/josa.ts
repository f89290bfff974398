/** Pairs of particles: after a final consonant, after a vowel. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['이에요', '예요'],
  ['이었', '였'],
  ['이라고', '라고'],
  ['이라는', '라는'],
  ['이라면', '라면'],
  ['이라도', '라도'],
  ['이란', '란'],
  ['이나', '나'],
  ['이랑', '랑'],
  ['이며', '며'],
  ['으로', '로'],
  ['을', '를'],
  ['은', '는'],
  ['이', '가'],
  ['과', '와'],
]
const RIEUL = 8
/** `을(를)`: machine translation writes both forms if it cannot decide. */
const UNDECIDED =
  /([\p{L}\p{N}])(을\(를\)|를\(을\)|은\(는\)|는\(은\)|이\(가\)|가\(이\)|과\(와\)|와\(과\)|\(으\)로|으로\(로\))/gu

/**
 * Corrects the particles after the given terms (을/를, 이/가, 은/는, 와/과, 으로/로 ...), which a glossary or bulk
 * replacement leaves wrong. Undecided forms such as `을(를)` are decided everywhere.
 */
export function repairJosa(text: string, terms: Iterable<string> = []): string {
  let repaired = text.replace(UNDECIDED, (_, last: string, form: string) => last + decided(last, form))
  for (const term of terms) {
    if (term === '') continue
    const forms = PAIRS.flatMap(pair => [...pair]).sort((a, b) => b.length - a.length)
    const after = new RegExp(
      `(${escaped(term)})(${forms.join('|')})(?![가-힣]|$)|(${escaped(term)})(${forms.join('|')})$`,
      'gu',
    )
    repaired = repaired.replace(after, (_, a?: string, b?: string, c?: string, d?: string) => {
      const name = a ?? c ?? ''
      return name + particleFor(name, b ?? d ?? '')
    })
  }
  return repaired
}

/** The form of a particle that follows a word. */
export function particleFor(word: string, particle: string): string {
  const pair = PAIRS.find(forms => forms.includes(particle))
  if (!pair) return particle
  const final = finalSound(word)
  const vowel = final === 0 || (final === RIEUL && pair[0] === '으로')
  return vowel ? pair[1] : pair[0]
}

function decided(word: string, form: string): string {
  const plain = form.replace(/\(.*?\)/, '')
  return particleFor(word, plain === '로' ? '으로' : plain)
}

/** Index of the final consonant of a word as Koreans read it, Latin letters and digits included; 0 for a vowel. */
function finalSound(word: string): number {
  const last = word.replace(/["'”’)\]」』]+$/u, '').at(-1) ?? ''
  const code = last.charCodeAt(0)
  if (code >= 0xac00 && code <= 0xd7a3) return (code - 0xac00) % 28
  if (/\d/.test(last)) return DIGIT_FINALS[Number(last)] ?? 0
  return latinFinal(word)
}

/** Final consonants of the digits 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGIT_FINALS = [21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0]

/** Single letters and acronyms are read by letter (L 엘, M 엠, N 엔, R 알), words by sound. */
function latinFinal(word: string): number {
  const tail = /[A-Za-z]+$/.exec(word)?.[0] ?? ''
  const last = tail.at(-1)?.toLowerCase() ?? ''
  if (tail === tail.toUpperCase()) return last === 'l' || last === 'r' ? RIEUL : /[mn]/.test(last) ? 4 : 0
  if (/(?:le|l)$/i.test(tail)) return RIEUL
  if (/(?:[mn]|ng|me|ne)$/i.test(tail)) return 4
  return /(?:[^aeiou][kpt]|[aeiou][bkpt]|ck)$/i.test(tail) && /[aeiou](?:ck|[bkpt])$/i.test(tail) ? 1 : 0
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
