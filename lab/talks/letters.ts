/** A text without spaces, punctuation and signs: what two writings of the same words have in common. */
export function keepLetters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
