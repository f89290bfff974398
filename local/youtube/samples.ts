/** What meets a sample when it is fetched. */
export type Fetched =
  /** Its sound comes; `captions`: with a track in English that a person made. */
  | { way: 'comes'; captions?: true }
  /** The fetch ends with these words of YouTube's. */
  | { way: 'refused'; words: string }
  /** It turns out to be live, or to take so many seconds. */
  | { way: 'live' }
  | { way: 'longer'; seconds: number }
  /** More comes than is accepted: said beforehand, or never said. */
  | { way: 'larger' }
  | { way: 'swells' }
  /** The program is killed half-way: once, or whenever it is tried. */
  | { way: 'killed'; always: boolean }
  /** Nothing more is said. */
  | { way: 'stuck' }

/** A video that only exists on this machine. */
export interface Sample {
  title: string
  /** As the Data API writes it. */
  duration: string
  /** What the Data API does in place of answering with it: hides it, as private ones are, or refuses the call. */
  instead?: 'hidden' | 'quota' | 'outage'
  /** `liveBroadcastContent`. */
  live?: 'live' | 'upcoming'
  adult?: true
  fetched: Fetched
}

const comes = { way: 'comes' } as const
const refused = (words: string): Fetched => ({ way: 'refused', words })
const ROBOT = 'Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication.'

/** Length of the sample's sound: `local/sample/hello.m4a`. */
const LENGTH = 'PT25S'

/** The samples by their ids: eleven characters of our own invention. `docs/youtube.md` lists them. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'jamak-hello': { title: 'Welcome to Jamak', duration: LENGTH, fetched: comes },
  'jamak-human': { title: 'Welcome to Jamak, with captions', duration: LENGTH, fetched: { ...comes, captions: true } },
  'jamak-short': { title: '알려진 것보다 긴 영상', duration: 'PT6S', fetched: comes },
  'jamak-hour-': { title: '한 시간이 넘는 영상', duration: 'PT1H2M3S', fetched: comes },
  'jamak-days-': { title: '하루가 넘는 영상', duration: 'P1DT2H', fetched: comes },

  'jamak-hides': { title: '비공개 영상', duration: LENGTH, instead: 'hidden', fetched: comes },
  'jamak-live-': { title: '방송 중인 영상', duration: 'P0D', live: 'live', fetched: { way: 'live' } },
  'jamak-soon-': { title: '곧 공개되는 영상', duration: 'P0D', live: 'upcoming', fetched: { way: 'live' } },
  'jamak-adult': { title: '나이 제한 영상', duration: LENGTH, adult: true, fetched: comes },
  'jamak-quota': { title: '하루 한도를 넘긴 조회', duration: LENGTH, instead: 'quota', fetched: comes },
  'jamak-down-': { title: '응답이 없는 조회', duration: LENGTH, instead: 'outage', fetched: comes },

  'jamak-robot': { title: '가져올 때 막히는 영상', duration: LENGTH, fetched: refused(ROBOT) },
  'jamak-limit': {
    title: '가져올 때 너무 잦다는 영상',
    duration: LENGTH,
    fetched: refused('Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429>)'),
  },
  'jamak-empty': {
    title: '가져오면 비어 있는 영상',
    duration: LENGTH,
    fetched: refused('Did not get any data blocks'),
  },
  'jamak-gone-': {
    title: '그사이 지워진 영상',
    duration: LENGTH,
    fetched: refused('Video unavailable. This video has been removed by the uploader'),
  },
  'jamak-age18': {
    title: '그사이 나이 제한이 생긴 영상',
    duration: LENGTH,
    fetched: refused('Sign in to confirm your age. This video may be inappropriate for some users.'),
  },
  'jamak-begun': { title: '그사이 방송이 시작된 영상', duration: LENGTH, fetched: { way: 'live' } },
  'jamak-5hour': {
    title: '가져와 보니 다섯 시간인 영상',
    duration: LENGTH,
    fetched: { way: 'longer', seconds: 18_000 },
  },
  'jamak-large': { title: '가져오기엔 너무 큰 영상', duration: LENGTH, fetched: { way: 'larger' } },
  'jamak-swell': { title: '알려진 것보다 큰 영상', duration: LENGTH, fetched: { way: 'swells' } },
  'jamak-crash': { title: '한 번 끊겼다 이어지는 영상', duration: LENGTH, fetched: { way: 'killed', always: false } },
  'jamak-kills': { title: '늘 끊기는 영상', duration: LENGTH, fetched: { way: 'killed', always: true } },
  'jamak-stuck': { title: '멈추어 있는 영상', duration: LENGTH, fetched: { way: 'stuck' } },
}
