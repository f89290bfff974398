const LINK_FORMS = [
  /^(?:www\.|m\.|music\.)?youtu\.be\/([^/?#&]+)/,
  /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:v|embed|shorts|live)\/([^/?#&]+)/,
  /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/u\/\w\/([^/?#&]+)/,
  /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch|attribution_link)?\/?\?(?:[^#]*&)?v=([^&#]+)/,
]

/** The id of a video. */
export const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/

/**
 * Parses the 11-character id in a YouTube link, or returns `undefined`. Forms: youtu.be, v/, u/x/, embed/, watch?v=,
 * &v= (specification, section 5), and shorts/, live/.
 */
export function parseYoutubeId(link: string): string | undefined {
  const address = link.trim().replace(/^https?:\/\//i, '')
  const host = /^[^/?#]*/.exec(address)?.[0] ?? ''
  const lowered = host.toLowerCase() + address.slice(host.length)
  for (const form of LINK_FORMS) {
    const id = form.exec(lowered)?.[1]
    if (id) return YOUTUBE_ID.test(id) ? id : undefined
  }
  return undefined
}

/**
 * The canonical address of a video: the only form that is stored, shown or fetched.
 * @throws TypeError for anything but an id
 */
export function youtubeUrl(id: string): string {
  if (!YOUTUBE_ID.test(id)) throw new TypeError('not the id of a YouTube video')
  return `https://www.youtube.com/watch?v=${id}`
}

/**
 * Parses an ISO 8601 duration as the Data API writes it (`PT1H2M3S`, `P1DT2H`, `P0D`) into seconds; `undefined` for
 * anything else.
 */
export function isoDurationSeconds(duration: string): number | undefined {
  const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration)
  if (!parts || duration === 'P') return undefined
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0))
  return (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

const HOUR_MS = 60 * 60 * 1000

/** Day `YYYY-MM-DD` of YouTube's quota, and the start of the next one; all times in epoch milliseconds. */
export function quotaDay(now: number): { day: string; until: number } {
  // Created here, because at module level it would delay every visit of the page by 25 to 50 ms.
  const californian = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })
  const day = californian.format(now)
  let until = Math.floor(now / HOUR_MS) * HOUR_MS
  while (californian.format(until) === day) until += HOUR_MS
  return { day, until }
}
