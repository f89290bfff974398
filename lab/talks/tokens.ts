/** Estimates tokens: four characters of JSON or English, or two thirds of a Korean syllable, are one token. */
export function countTokens(text: string): number {
  const syllables = text.match(/[가-힣]/g)?.length ?? 0
  return Math.ceil((text.length - syllables) / 4 + syllables * 1.5)
}
