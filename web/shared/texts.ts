/** Texts shared by several screens, in Korean 해요체: what happened and what to do next. */
export const COMMON = {
  service: 'Jamak 자막',
  tagline: '번역된 자막을 쉽고 빠르게 확인하세요',
  costOnly: '1분에 토큰 10개예요.',
  price: '영상 6초에 토큰 1개예요. 6초 미만은 값을 받지 않아요.',
  help: '도움말',
  recut: '자막 줄 정리하기',
  trySample: '예시 영상으로 먼저 해 보기 (무료)',
  glossary: '내 용어집',
  linkWrong: 'YouTube 링크를 확인해 주세요. 예:\u00a0https://youtu.be/abcde12345f',
  close: '닫기',
  copy: '복사',
  copied: '복사했어요',
  cancel: '취소',
  retry: '다시 시도',
  loading: '불러오는 중...',
  notLoaded: '불러오지 못했어요',
  home: '처음으로',
  unknownError: '문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
  offline: '인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.',
  offlineBanner: '인터넷 연결이 끊겼어요. 다시 연결되면 이어서\u00a0쓸\u00a0수\u00a0있어요.',
  crashed: '화면을 보여 드리지 못했어요. 새로고침해 주세요.',
  reload: '새로고침',
  skip: '본문으로 건너뛰기',
  notFoundTitle: '페이지를 찾을 수 없어요',
  notFound: '주소가 바뀌었거나 없는 페이지예요.',
  notifications: '알림',
  notices: '안내',
} as const

/** The banner of a local cloud without models. */
export const PRACTICE = {
  title: '연습 모드예요.',
  close: '연습 모드 안내 닫기',
} as const

export const SIGN_IN = {
  promptTitle: '로그인하고 시작해 보세요',
  promptText: '처음 로그인하면 토큰 200개(영상 20분 분량)를 드려요. 이메일이 확인된 계정에만 드려요.',
  login: '로그인',
  /** Wording of the providers' guidelines; other providers appear under their own name. */
  continueWith: (provider: string) =>
    ({ Google: 'Google로 계속하기', Kakao: '카카오로 계속하기' })[provider] ?? `${provider} 계정으로 계속하기`,
  testPay: '결제 테스트',
  finishing: '로그인하고 있어요...',
  giftTerm: '토큰 200개는 이메일이 확인된 계정에 드려요. 로그인한 뒤에 확인해도 돼요.',
  consent: ['로그인하면 ', '과 ', '에 동의한 것으로 봐요.', '만 14세 미만은 법정대리인 동의가 필요해요.'],
  failed: '로그인하지 못했어요. 잠시 후 다시 시도해 주세요.',
  signOutFailed: '로그아웃하지 못했어요.',
  endedTitle: '로그인이 만료됐어요',
  endedText: '오래 쓰지 않았거나 다른 기기에서 로그아웃했어요. 다시 로그인하면 보던 곳으로 돌아가요.',
  leftTitle: '탈퇴했어요',
  leftText: '영상과 자막, 개인정보를 지웠고, 결제\u00a0기록은 법에 따라 5년 보관해요. 그동안 고마웠어요.',
  welcome: '반가워요. 토큰 200개를 드렸어요.',
  welcomeDue: '반가워요. 이메일을 확인하면 토큰 200개를 드려요.',
  welcomeBack: '반가워요.',
} as const

/** In the browser of another app. */
export const OUTSIDE = {
  refused: (app: string) => `Google은 ${app} 안에서는 로그인할 수 없게 막아 두었어요.`,
  open: '다른 브라우저에서 열기',
  menu: '화면의 더 보기(⋯)나 공유 메뉴에서 ‘Safari로 열기’ 또는 ‘브라우저에서 열기’를 눌러 주세요.',
  copy: '주소 복사',
  copied: '복사했어요',
} as const

/** Labels of a token package. */
export const PRICE = {
  tokens: (pieces: string) => `토큰 ${pieces}`,
  bonus: (tokens: string) => `(보너스 ${tokens} 포함)`,
  minutes: (length: string) => `영상 ${length}`,
  recommended: '추천',
  perMinute: (won: string) => `1분에 ${won}`,
} as const

export const FOOTER = {
  terms: '이용약관',
  privacy: '개인정보처리방침',
  colourMode: '화면 테마',
  light: '밝게',
  dark: '어둡게',
  system: '시스템',
  company: {
    name: '상호',
    representative: '대표자',
    registrationNumber: '사업자등록번호',
    mailOrderNumber: '통신판매업 신고번호',
    address: '주소',
    phone: '전화',
    email: '이메일',
    hosting: '호스팅서비스 제공자',
  },
  checkCompany: '사업자정보 확인',
} as const
