export const LEGAL = {
  terms: '이용약관',
  privacy: '개인정보처리방침',
  revised: '2024년 9월 19일 개정',
  contents: '차례',
} as const
