import type { Movement } from '../../lambdas/contract/movement.ts'
import type { Receipt } from '../../lambdas/contract/order.ts'
import type { ProjectWord } from '../../lambdas/contract/project.ts'
import type { RouteResponse, SentResponse } from '../../lambdas/contract/routes.ts'
import type { SiteConfig } from '../../lambdas/contract/site-config.ts'
import type { EntryView, Me } from '../../lambdas/contract/views.ts'
import { packWords } from '../../lambdas/contract/word-columns.ts'

export const sampleConfig: SiteConfig = {
  region: 'ap-northeast-2',
  userPoolId: 'ap-northeast-2_sample',
  userPoolClientId: 'sample-client',
  signInDomain: 'http://127.0.0.1',
  providers: ['Google', 'Kakao'],
  signIn: 'local',
  tossClientKey: 'test_ck_sample',
  testPay: false,
  youtubeFetch: true,
  processing: { optedOut: false },
  registers: ['polite', 'banmal'],
  company: {
    name: '주식회사 예시',
    representative: '홍길동',
    registrationNumber: '000-00-00000',
    mailOrderNumber: '제0000-서울예시-00000호',
    address: '서울특별시 예시구 예시로 1',
    phone: '02-000-0000',
    email: 'help@example.com',
    hosting: 'Amazon Web Services',
  },
}

export const sampleMe: Me = {
  uid: 'user-1',
  email: 'minji@example.com',
  name: '김민지',
  token: 200,
  customerKey: 'customer-0001',
}

/** An archive entry; by default a finished video. */
export function sampleEntry(key: string, changes: Partial<EntryView> = {}): EntryView {
  const title = changes.title ?? `${key}_interview.mp4`
  return {
    uid: 'user-1',
    key,
    title,
    type: 'video',
    video_upload_time: '2026-03-14T05:09:26.000Z',
    used_token: 176,
    is_srt: true,
    srt_title: `${title}.srt`,
    srt_upload_time: '2026-03-14T05:15:00.000Z',
    url: 'none',
    number: 1,
    status: 'done',
    duration_seconds: 1059,
    register: 'polite',
    profile: 'standard',
    captions: true,
    glossary: true,
    size: 18_000_000,
    certificate: { cues: 340, kept: 338, flags: { speed: 2 }, source: 'recognition', rehearsal: false },
    first_cues: ['좋은 이야기는 언제나 질문에서 시작해요', '제 질문은 이거예요'],
    thumbnail: '/sample/sky.webp',
    videoKept: true,
    ...changes,
  }
}

/** Entries in every state that the archive can show, newest first. */
export function sampleArchive(): EntryView[] {
  const open = {
    is_srt: false,
    srt_title: 'none',
    srt_upload_time: 'none',
    certificate: undefined,
    first_cues: undefined,
  }
  return [
    sampleEntry('20260314153000', {
      ...open,
      number: 5,
      status: 'listening',
      title: '20260314153000_keynote day 1.mp4',
    }),
    sampleEntry('20260314151000', {
      number: 4,
      type: 'youtube',
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      title: '20260314151000_How we built a subtitle service that people enjoy using every day',
      used_token: 62,
      first_cues: ['처음에는 아무도 자막을 읽지 않았어요', '그래서 저희가 다시 만들었어요'],
    }),
    sampleEntry('20260314140926', { number: 3 }),
    sampleEntry('20260313090000', {
      ...open,
      number: 2,
      status: 'failed',
      failure: 'NO_SPEECH',
      failureText: '영어 음성을 찾지 못했어요.',
      refunded: 12,
      used_token: 0,
      thumbnail: undefined,
      title: '20260313090000_piano.mp4',
    }),
    sampleEntry('20260312090000', {
      ...open,
      number: 1,
      status: 'failed',
      failure: 'ENGINE_ERROR',
      failureText: '자막을 만드는 중에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
      refunded: 30,
      used_token: 0,
      videoKept: false,
      title: '20260312090000_lecture.mp4',
    }),
  ]
}

export const sampleMovements: Movement[] = [
  {
    uid: 'user-1',
    movement: 'refund#20260313090000',
    amount: 12,
    balance: 446,
    at: '2026-03-13T00:03:00.000Z',
    note: '20260313090000_piano.mp4',
  },
  {
    uid: 'user-1',
    movement: 'hold#20260313090000',
    amount: -12,
    balance: 434,
    at: '2026-03-13T00:00:00.000Z',
    note: '20260313090000_piano.mp4',
  },
  {
    uid: 'user-1',
    movement: 'settle#20260312170000',
    amount: 3,
    balance: 446,
    at: '2026-03-12T08:02:00.000Z',
    note: '20260312170000_team meeting.mp4',
  },
  {
    uid: 'user-1',
    movement: 'hold#20260312170000',
    amount: -187,
    balance: 443,
    at: '2026-03-12T08:00:00.000Z',
    note: '20260312170000_team meeting.mp4',
  },
  {
    uid: 'user-1',
    movement: 'purchase#20260312165500-x1y2z3',
    amount: 430,
    balance: 630,
    at: '2026-03-12T07:55:40.000Z',
    note: '토큰 430개',
  },
  { uid: 'user-1', movement: 'signup', amount: 200, balance: 200, at: '2026-03-12T07:50:00.000Z' },
]

export function sampleReceipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    orderId: '20260312165500-x1y2z3',
    package: 'tokens-430',
    tokens: 430,
    amount: 20_000,
    status: 'paid',
    createdAt: '2026-03-12T07:55:00.000Z',
    paidAt: '2026-03-12T07:55:40.000Z',
    method: '카드',
    receiptUrl: 'https://dashboard.tosspayments.com/receipt/sample',
    ...changes,
  }
}

export const sampleCues: RouteResponse<'previewCues'>['cues'] = [
  {
    startMs: 400,
    endMs: 3_400,
    lines: ['좋은 이야기는', '언제나 질문에서 시작해요'],
    english: 'Every good story starts with a question.',
    flags: [],
  },
  { startMs: 3_600, endMs: 6_900, lines: ['제 질문은 이거예요'], english: 'So here is mine.', flags: [] },
  {
    startMs: 7_000,
    endMs: 8_100,
    lines: ['아무도 막지 않는다면', '여러분은 무엇을 만들고 싶나요?'],
    english: 'What would you build if nobody said no?',
    flags: ['speed'],
  },
  {
    startMs: 9_000,
    endMs: 12_000,
    lines: ['40명에게 물었더니', '대부분 웃더라고요'],
    english: 'I asked forty people, and most of them laughed.',
    flags: [],
  },
  {
    startMs: 12_400,
    endMs: 15_000,
    lines: ['그러다 조용해졌어요'],
    english: 'Then they went quiet.',
    flags: ['confidence', 'numbers'],
  },
]

/** Sentences of a talk as the editor opens them: the third is too fast, the fourth lacks a number. */
const SENTENCES = [
  ['Every good story starts with a question .', '좋은 이야기는 언제나 질문에서 시작해요.', 400, 3400],
  ['So here is mine .', '제 질문은 이거예요.', 4200, 6000],
  [
    'What would you build if nobody said no ?',
    '사실 정말로 아무도 막지 않는다면 여러분은 도대체 무엇을 만들고 싶나요?',
    7000,
    8400,
  ],
  ['I asked forty people , and most of them laughed .', '사람들에게 물었더니 대부분 웃더라고요.', 11_000, 14_000],
  ['Then they went quiet .', '그러다 사람들이 조용해졌어요.', 16_000, 18_000],
] as const

/** A `readProject` response with these sentences, repeated up to the wanted number. */
export function sampleProject(count: number = SENTENCES.length): SentResponse<'readProject'> {
  const sentences = Array.from({ length: count }, (_, i) => {
    const [english, korean, startMs, endMs] = SENTENCES[i % SENTENCES.length] ?? SENTENCES[0]
    const laterMs = Math.floor(i / SENTENCES.length) * 20_000
    return { id: `s${i + 1}`, texts: english.split(' '), korean, startMs: startMs + laterMs, endMs: endMs + laterMs }
  })
  const words: ProjectWord[] = []
  const passages = sentences.map(({ id, texts, korean, startMs, endMs }) => {
    const from = words.length
    const spoken = texts.filter(text => !/^[.,?!]$/.test(text))
    const step = (endMs - startMs) / spoken.length
    for (const [n, text] of spoken.entries()) {
      const after = n === spoken.length - 1 ? (texts.at(-1) ?? '') : ''
      words.push([text, Math.round(startMs + n * step), Math.round(startMs + (n + 1) * step), 0.95, after])
    }
    return { id, from, to: words.length, korean, breaks: [], problems: [] }
  })
  const durationMs = (sentences.at(-1)?.endMs ?? 0) + 3000
  return { machine: { format: 1, durationMs, words: packWords(words), passages } }
}
