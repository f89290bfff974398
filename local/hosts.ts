import type { HostRule } from '#local-aws'

/** The API of Toss, the script of its widget, and the pages and images that the widget shows. */
const TOSS_HOSTS = [
  'api.tosspayments.com',
  'js.tosspayments.com',
  '*.tosspayments.com',
  'static.toss.im',
  'pay.toss.im',
]

/** The YouTube Data API and the thumbnails. */
const YOUTUBE_HOSTS = ['www.googleapis.com', 'i.ytimg.com']

/** The partners that stand-ins replace. Other partners are called directly. */
export interface ReplacedPartners {
  toss: boolean
  youtube: boolean
}

/** Lists the partners' hosts with their local addresses. */
export function partnerHosts(awsUrl: string, { toss, youtube }: ReplacedPartners): HostRule[] {
  return [
    ...(toss ? TOSS_HOSTS.map(host => ({ host, url: tossUrl(awsUrl) })) : []),
    ...(youtube ? YOUTUBE_HOSTS.map(host => ({ host, url: youtubeUrl(awsUrl) })) : []),
  ]
}

/** Address of the Toss stand-in. */
export function tossUrl(awsUrl: string): string {
  return `${awsUrl}/toss`
}

/** Address of the YouTube stand-in. */
export function youtubeUrl(awsUrl: string): string {
  return `${awsUrl}/youtube`
}
