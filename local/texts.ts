import type { LocalAwsOptions } from '#local-aws'

/** Follows the title of every practice page, as on the site. */
const SERVICE = 'Jamak 자막'

/** Served with the payment pages, on the origin of the sign-in and the mailbox. Emails name the same family. */
const FONT = { family: 'Pretendard', url: '/toss/assets/pretendard.woff2' }

/** The pages of the local sign-in and mailbox in Korean, like the site that they belong to. */
export const KOREAN_TEXTS: NonNullable<LocalAwsOptions['texts']> = {
  signIn: {
    language: 'ko',
    service: SERVICE,
    font: FONT,
    signIn: '로그인',
    signOut: '로그아웃',
    providers: { Kakao: '카카오', KAKAO: '카카오', Naver: '네이버', NAVER: '네이버' },
    sampleAccounts: [
      { name: '김하늘', email: 'haneul@example.com' },
      { name: '박바다', email: '' },
    ],
    continueWith: provider => `${provider}로 계속하기`,
    localOnly: '이 컴퓨터에서만 쓰는 연습용 로그인이에요. 실제 계정은 필요 없어요.',
    chooseAccount: provider => `${provider} 계정 선택`,
    otherAccount: '다른 사람으로 로그인',
    name: '이름',
    email: '이메일',
    emailHint: '(비워 두면 이메일을 주지 않은 계정이 돼요)',
    noEmail: '이메일 없음',
    failed: '로그인하지 못했어요',
    invalidName: '이름을 확인해 주세요.',
    unregisteredAddress: '돌아갈 주소가 등록되어 있지 않아요.',
    expired: '로그인 화면이 너무 오래되었어요. 처음부터 다시 해 주세요.',
    embedded:
      '403 disallowed_useragent: Google은 앱 안의 브라우저에서 로그인할 수 없어요. 다른 브라우저에서 열어 주세요.',
    missingConsent: items =>
      `KOE205: 설정하지 않은 카카오 로그인 동의항목을 요청했어요. 설정하지 않은 동의항목: ${items}`,
  },
  mailbox: {
    language: 'ko',
    service: SERVICE,
    font: FONT,
    timeZone: 'Asia/Seoul',
    title: '메일함',
    back: '← 메일함으로',
    notFound: '이메일을 찾을 수 없어요.',
    empty: '아직 보낸 이메일이 없어요.',
    count: emails => `이 컴퓨터에서 보낸 이메일 ${emails}통이에요. 밖으로는 나가지 않아요.`,
    from: '보낸 사람',
    to: '받는 사람',
    time: '시각',
    body: '이메일 본문',
    plainText: '글자만 보기',
  },
}
