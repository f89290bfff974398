/** The header of a signed-in user. */
export const HEADER = {
  balance: '보유 토큰',
  links: '바로 가기',
  archiveLink: '보관함',
  tokensLink: '토큰',
  menu: (initial: string) => `${initial} 내 메뉴`,
  archive: '내 보관함',
  pay: '토큰 충전',
  account: '계정',
  signOut: '로그아웃',
  contact: '궁금한 점은 이메일로 알려 주세요.',
} as const
