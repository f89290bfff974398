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
  unknown: '사용자 정보를 찾을 수 없어요. 탈퇴했거나 가입이 끝나지 않은 계정이에요. 다시 로그인해 주세요.',
  objection: '남은 토큰과 자막은 그대로 있어요. 사실과 다르면 이의를 제기할 수 있어요.',
  contact: '이메일로 문의하기',
} as const
