/** Language of the source words, for screen readers: Korean in a subtitle that was cut again, else English. */
export function languageOf(text: string): 'ko' | 'en' {
  return /[가-힣]/.test(text) ? 'ko' : 'en'
}
