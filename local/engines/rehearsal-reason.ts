/** One sentence for the terminal and the page that says what is only rehearsed, and why; none where nothing is. */
export function rehearsalReason(speech: boolean, translation: boolean, mayDownload: boolean): string | undefined {
  if (!speech && !translation) return undefined
  const cause = mayDownload ? '받을 수 없어서' : '찾을 수 없어서'
  if (speech && translation) return `음성 인식 모델과 번역 모델을 ${cause} 자막을 연습용 문장으로 만들어요.`
  return speech
    ? `음성 인식 모델을 ${cause} 말을 알아듣는 대신 연습용 문장을 써요.`
    : `번역 모델을 ${cause} 번역하는 대신 연습용 문장을 써요.`
}
