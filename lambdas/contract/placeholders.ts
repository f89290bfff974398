/** Texts that the local cloud writes in place of a translation if no model is installed: polite and plain, shortest first. */
export const PLACEHOLDERS = [
  ['미번역', '미번역'],
  ['번역 없음', '번역 없음'],
  ['번역 전이에요', '번역 전이야'],
  ['번역이 없어요', '번역이 없어'],
  ['번역 연습이에요', '번역 연습이야'],
  ['번역 모델이 없어요', '번역 모델이 없어'],
  ['아직 옮기지 못했어요', '아직 옮기지 못했어'],
  ['번역 모델이 없어서 옮기지 못했어요', '번역 모델이 없어서 옮기지 못했어'],
  ['번역 연습이라서 뜻은 옮기지 못했어요', '번역 연습이라서 뜻은 옮기지 못했어'],
  ['번역 모델을 설치하면 이 자리에 번역이 나와요', '번역 모델을 설치하면 이 자리에 번역이 나와'],
  ['번역 모델이 설치되지 않아서 이 문장은 옮기지 못했어요', '번역 모델이 설치되지 않아서 이 문장은 옮기지 못했어'],
  [
    '지금은 연습 중이라 이 문장의 뜻을 한국어로 옮길 수 없어요',
    '지금은 연습 중이라 이 문장의 뜻을 한국어로 옮길 수 없어',
  ],
] as const

/** Whether a text only says that there is no translation; the numbers and names of the sentence may follow a colon. */
export function isPlaceholder(korean: string): boolean {
  const said = korean.split(/[:.]/, 1)[0]?.trim()
  return PLACEHOLDERS.some(([polite, plain]) => said === polite || said === plain)
}
