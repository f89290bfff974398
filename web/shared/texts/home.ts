export const HOME = {
  title: '영어 영상을 한국어 자막으로',
  tagline: '번역된 자막을 쉽고 빠르게 확인하세요',
  intro: 'YouTube 링크나 MP4 파일을 주시면 영어 음성을 듣고 한국어 자막 파일(SRT)을 만들어 드려요.',
  cost: '1분에 토큰 10개, 500원이에요. 처음 오시면 토큰 200개를 드려요.',
  sampleTitle: '이런 자막이 나와요',
  play: '재생',
  pause: '멈춤',
  sampleNote: '소리 없는 예시예요. 위는 원래 음성, 아래는 완성된 자막이에요.',
  stepsTitle: '이렇게 만들어요',
  steps: [
    ['보내기', '영상은 두고 음성만 보내니 금방 끝나요.'],
    ['만들기', '문장 단위로 듣고 옮기고, 읽기 좋은 길이로 나눠요.'],
    ['받기', '완성되면 이메일로 알려 드리고, 자막은 언제든지 내려받을 수 있어요.'],
  ],
  pricesTitle: '토큰 가격',
  pricesIntro: '쓴 만큼만 내요. 영상 6초에 토큰 1개예요. 6초가 안 되는 나머지는 계산하지 않아요.',
} as const

/** A few seconds of a talk, written for this page: the English words and the Korean cue above them. Times in ms. */
export const SAMPLE_CUES = [
  {
    startMs: 0,
    endMs: 3_400,
    english: 'Every good story starts with a question.',
    lines: ['좋은 이야기는', '언제나 질문에서 시작해요'],
  },
  {
    startMs: 3_400,
    endMs: 7_000,
    english: 'So here is mine: what would you build if nobody said no?',
    lines: ['제 질문은 이거예요', '아무도 막지 않는다면 뭘 만들래요?'],
  },
  {
    startMs: 7_000,
    endMs: 10_200,
    english: 'I asked forty people, and most of them laughed.',
    lines: ['40명에게 물었더니', '대부분 웃더라고요'],
  },
  {
    startMs: 10_200,
    endMs: 13_600,
    english: 'Then they went quiet, and started to draw.',
    lines: ['그러다 조용해지더니', '그림을 그리기 시작했어요'],
  },
] as const
