/** Common words with the particles that they take; none of them can be another form of a name or term. */
const COMMON =
  '오늘 내일 어제 지금 여기 거기 저기 이것 그것 저것 이거 그거 저거 나 저 너 우리 저희 너희 당신 그 이 그녀 그들 사람 사람들 여러분 모두 ' +
  '것 거 수 때 말 일 날 해 달 년 시간 하루 아침 저녁 밤 집 문 길 물 돈 차 곳 데 점 중 위 아래 앞 뒤 안 밖 속 옆 처음 마지막 다음 이번 ' +
  '정말 아주 매우 너무 조금 많이 다시 또 더 덜 이제 그냥 바로 함께 같이 하지만 그리고 그래서 그런데 그러나 또는 왜 뭐 누구 어디 언제 어떻게 ' +
  '무엇 이런 그런 저런 어떤 모든 다른 같은 새 큰 작은 좋은 나쁜 하나 둘 셋 한 두 세 네 예 아니요 남자 여자 아이 친구 선생님 학생 세상 생각 마음 ' +
  '이야기 문제 방법 이유 결과 부분 나라 학교 회사 책 영화 음악 사랑 생명 삶 있다 없다 하다 되다 보다 가다 오다 있어요 없어요 해요 했어요 ' +
  '내 제 내가 제가 네가 아니 아뇨 그렇게 이렇게 저렇게 어쩌면 사실 때문 때문에 대해 대한 위해 가장 지난 이미 아직 벌써 항상 자주 가끔 먼저 나중 ' +
  '계속 바로 거의 매일 매년 올해 작년 내년 요즘 최근 오래 잠시 잠깐 정말로 진짜 참 꼭 혹시 만약 비록 물론 특히 예를 통해 따라 관해 경우 동안 사이 정도'
const WORDS = new Set(COMMON.split(' '))
const PARTICLE = /(?:은|는|이|가|을|를|의|에|도|만|와|과|로|으로|에서|에게|한테|들|들이|들은|께서|부터|까지)$/

/** Whether a Korean form is a common word, with or without a particle. */
export function isCommonKorean(form: string): boolean {
  // A single syllable is part of too many words.
  if ([...form].length < 2) return true
  return WORDS.has(form) || WORDS.has(form.replace(PARTICLE, ''))
}
