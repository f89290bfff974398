import { COMMON } from '../shared/texts.ts'

export const HOME = {
  title: '영어 영상을 한국어 자막으로',
  headline: '영어 영상에 한국어 자막을 달아 드려요',
  askPrice: '내 영상은 얼마일까요?',
  intro: 'YouTube 링크나 MP4 파일을 주시면 영어 음성을 듣고 한국어 자막 파일(SRT)을 만들어 드려요.',
  cost: '1분에 토큰 10개, 400~500원이에요. 처음 오시면 토큰 200개를 드려요.',
  recut: '한국어 자막이 이미 있다면 무료로 다시 나눠 드려요.',
  sampleTitle: '이런 자막이 나와요',
  sampleIntro: '위 영상의 자막이에요. 자막은 말소리에 맞춰 나오고, 읽기 좋은 자리에서 나뉘어요.',
  play: '소리 켜고 처음부터',
  stillText: '노을이 지는 언덕에서 한 사람이 하늘을 올려다보는 그림',
  sampleLines: '예시 자막과 원래 음성',
  sampleLegend: '위는 완성된 자막, 아래는 원래 음성',
  sampleFile: '예시 자막.srt',
  downloadSample: 'SRT 다운로드',
  sampleNote:
    '그림과 글은 저희가 만들었고 목소리는 합성 음성이에요. 번역은 사람이 썼고, 나누기와 시간 맞추기는 서비스의 엔진이 했어요.',
  share: (share: string) => `읽기 편한 자막 ${share}`,
  shareOf: (kept: number, all: number) => `자막 ${all}개 가운데 ${kept}개`,
  shareTitle: '‘읽기 편한 자막’은 무엇을 나타내나요?',
  shareRules: [
    '한 줄은 16자, 자막 하나는 두 줄까지예요.',
    '1초에 12자를 넘지 않아서 편하게 읽을 수 있어요.',
    '말을 시작할 때 나오고, 말이 끝나면 사라져요.',
    '붙여 읽을 말을 줄 끝에서 끊지 않아요.',
  ],
  shareLimits: '이런 규칙을 모두 지킨 자막의 비율이에요. 번역이 정확한지는 들어가지 않아요.',
  shareMore: '자세히 보기',
  stepsTitle: '이렇게 만들어요',
  steps: [
    [
      '보내기',
      '링크를 붙여 넣거나 파일을 골라요. 파일은 음성과 작은 장면 사진 한 장만 꺼내 보내고, 음성을 꺼낼 수 없는 형식이면 전체를 보내요.',
    ],
    ['만들기', '문장 단위로 듣고 번역하고, 읽기 좋은 길이로 나눠요.'],
    ['받기', '이메일을 등록하면 완성될 때 알려 드리고, 자막은 언제든지 다운로드할 수 있어요.'],
  ],
  pricesTitle: '토큰 가격',
  pricesIntro: `쓴 만큼만 내요. ${COMMON.price}`,
} as const

/** The price before sign-in. */
export const PRICE_CHECK = {
  title: '로그인하지 않아도 내 영상의 가격을 볼 수 있어요.',
  link: 'YouTube 링크',
  linkPlaceholder: 'YouTube 링크를 붙여 넣어 주세요',
  check: '가격 보기',
  file: 'MP4 파일 고르기',
  drop: '여기에 MP4 파일을 놓아 주세요',
  start: '이 영상으로 시작하기',
  keeping: '영상을 보관하고 있어요...',
  privacy: '파일은 이 브라우저 안에서 길이만 읽고 어디에도 보내지 않아요.',
  fileOnly: '파일은 이 브라우저 안에서 길이만 읽고 어디에도 보내지 않아요. 지금은 YouTube 영상을 받지 않아요.',
  reading: '길이를 읽고 있어요...',
  price: (length: string, tokens: string, won: string) => `${length} 영상은 토큰 ${tokens}, ${won}이에요.`,
  free: (length: string) => `${length} 영상은 6초 미만이라 무료예요.`,
  gift: '처음 드리는 토큰 200개로 만들 수 있어요.',
  afterGift: (tokens: string, won: string) => `무료 200개를 쓰면 ${tokens}(${won})만 더 필요해요.`,
  crowded: '지금은 링크를 더 읽을 수 없어요. MP4 파일로 보거나, 로그인해서 확인해 주세요.',
  next: '로그인하면 이 영상으로 바로 이어져요.',
  nextFile: '파일이 커서 보관해 둘 수 없어요. 로그인한 뒤 같은 파일을 골라 주세요.',
} as const
