import type { Sample, Samples } from '../../local/youtube/samples.ts'

const refused = (title: string, message: string): Sample => ({
  title,
  duration: 'PT25S',
  fetched: { kind: 'refused', message },
})

/** Videos that fail or behave oddly; a story registers them with `youtubeSamples`. */
export const ODD_VIDEOS: Samples = {
  // Differ in their metadata from the samples of every local cloud.
  'jamak-short': { title: '알려진 것보다 긴 영상', duration: 'PT6S', fetched: { kind: 'arrives' } },
  'jamak-days-': { title: '하루가 넘는 영상', duration: 'P1DT2H', fetched: { kind: 'arrives' } },
  'jamak-live-': { title: '방송 중인 영상', duration: 'P0D', live: 'live', fetched: { kind: 'live' } },
  'jamak-soon-': { title: '곧 공개되는 영상', duration: 'P0D', live: 'upcoming', fetched: { kind: 'live' } },
  'jamak-adult': { title: '나이 제한 영상', duration: 'PT25S', ageRestricted: true, fetched: { kind: 'arrives' } },
  'jamak-quota': { title: '하루 한도를 넘긴 조회', duration: 'PT25S', apiFault: 'quota', fetched: { kind: 'arrives' } },
  'jamak-down-': { title: '응답이 없는 조회', duration: 'PT25S', apiFault: 'outage', fetched: { kind: 'arrives' } },

  // Fail, change or misbehave while they are fetched.
  'jamak-gone-': refused('그사이 지워진 영상', 'Video unavailable. This video has been removed by the uploader'),
  'jamak-age18': refused(
    '그사이 나이 제한이 생긴 영상',
    'Sign in to confirm your age. This video may be inappropriate for some users.',
  ),
  'jamak-5hour': {
    title: '가져와 보니 다섯 시간인 영상',
    duration: 'PT25S',
    fetched: { kind: 'longer', seconds: 18_000 },
  },
  'jamak-large': { title: '가져오기엔 너무 큰 영상', duration: 'PT25S', fetched: { kind: 'tooLarge' } },
  'jamak-swell': { title: '알려진 것보다 큰 영상', duration: 'PT25S', fetched: { kind: 'grows' } },
  'jamak-crash': { title: '한 번 끊겼다 이어지는 영상', duration: 'PT25S', fetched: { kind: 'killed', always: false } },
  'jamak-kills': { title: '늘 끊기는 영상', duration: 'PT25S', fetched: { kind: 'killed', always: true } },
  'jamak-stuck': { title: '멈추어 있는 영상', duration: 'PT25S', fetched: { kind: 'hangs' } },
}
