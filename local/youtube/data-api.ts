import type { AwsResponse } from '#local-aws/aws/service.ts'
import { escapeMarkup } from '#local-aws/aws/wire.ts'
import type { Sample, Samples } from './samples.ts'

/** The API key that selects the stand-in. Real keys have 39 characters. */
export const STAND_IN_KEY = 'local'

const PARTS = ['snippet', 'contentDetails']
const THUMBNAILS = { default: [120, 90], medium: [320, 180], high: [480, 360] } as const

/**
 * `videos.list` of the YouTube Data API v3 for the samples, with its documented parts and errors.
 * @param pictures URL at which the thumbnails are served
 */
export function listVideos(samples: Samples, query: URLSearchParams, pictures: string): AwsResponse {
  const refusal = findRefusal(samples, query)
  if (refusal) return refusal
  const parts = readList(query, 'part')
  const items = readList(query, 'id').flatMap(id => {
    const sample = samples[id]
    return sample && sample.apiFault !== 'private' ? [buildItem(id, sample, parts, pictures)] : []
  })
  const pageInfo = { totalResults: items.length, resultsPerPage: items.length }
  return json(200, { kind: 'youtube#videoListResponse', etag: computeEtag(query), items, pageInfo })
}

/**
 * The thumbnail at `{id}/{size}.svg`: a play mark on a dark background, in YouTube's proportions. It does not show the
 * title: an image cannot load our font, and the machine may have no Korean one.
 */
export function renderThumbnail(samples: Samples, path: string): AwsResponse | undefined {
  const [, id = ''] = /^([A-Za-z0-9_-]{11})\/(?:default|medium|high)\.svg$/.exec(path) ?? []
  const sample = samples[id]
  if (!sample) return undefined
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">
<title>${escapeMarkup(sample.title)}</title>
<rect width="320" height="180" fill="#1f2937"/>
<path d="M145 66v36l32-18z" fill="#fff" opacity=".85"/>
</svg>`
  return { status: 200, headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }, body: svg }
}

function findRefusal(samples: Samples, query: URLSearchParams): AwsResponse | undefined {
  const key = query.get('key')
  if (!key) return refused(403, 'global', 'forbidden', 'Calls need an API key.')
  if (key !== STAND_IN_KEY) return refused(400, 'global', 'badRequest', 'API key not valid.', KEY_INVALID)
  const parts = readList(query, 'part')
  if (parts.length === 0) return refused(400, 'global', 'required', 'The parameter part is required.')
  if (!parts.every(part => PARTS.includes(part)))
    return refused(400, 'youtube.part', 'unknownPart', `This machine knows the parts ${PARTS.join(' and ')} only.`)
  const ids = readList(query, 'id')
  if (ids.length === 0) return refused(400, 'youtube.parameter', 'missingRequiredParameter', 'No filter is selected.')
  const fault = samples[ids[0] ?? '']?.apiFault
  if (fault === 'quota') return refused(403, 'youtube.quota', 'quotaExceeded', 'The quota of the day is used up.')
  if (fault === 'outage') return refused(503, 'global', 'backendError', 'The service is not available.')
  return undefined
}

function buildItem(id: string, sample: Sample, parts: readonly string[], pictures: string): object {
  const { title, duration, live = 'none', ageRestricted, fetched } = sample
  const thumbnails = Object.fromEntries(
    Object.entries(THUMBNAILS).map(([size, [width, height]]) => [
      size,
      { url: `${pictures}/${id}/${size}.svg`, width, height },
    ]),
  )
  const snippet = {
    publishedAt: '2026-03-14T05:09:26Z',
    channelId: 'UCjamak-samples-of-this-',
    title,
    description: '',
    thumbnails,
    channelTitle: 'Jamak',
    categoryId: '27',
    liveBroadcastContent: live,
    localized: { title, description: '' },
    defaultAudioLanguage: 'en',
  }
  const contentDetails = {
    duration,
    dimension: '2d',
    definition: 'hd',
    caption: String(fetched.kind === 'arrives' && fetched.captions === true),
    licensedContent: false,
    contentRating: ageRestricted ? { ytRating: 'ytAgeRestricted' } : {},
    projection: 'rectangular',
  }
  return {
    kind: 'youtube#video',
    etag: `sample-${id}`,
    id,
    ...(parts.includes('snippet') && { snippet }),
    ...(parts.includes('contentDetails') && { contentDetails }),
  }
}

const KEY_INVALID = {
  status: 'INVALID_ARGUMENT',
  details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ],
}

/** An error in the format of Google's APIs. YouTube's own reason is in `errors`. */
function refused(code: number, domain: string, reason: string, message: string, more: object = {}): AwsResponse {
  return json(code, { error: { code, message, errors: [{ message, domain, reason }], ...more } })
}

/** Values of a comma-separated parameter. */
function readList(query: URLSearchParams, parameter: string): string[] {
  return (query.get(parameter) ?? '')
    .split(',')
    .map(value => value.trim())
    .filter(Boolean)
}

function computeEtag(query: URLSearchParams): string {
  return `list-${readList(query, 'id').join('-')}`
}

function json(status: number, body: object): AwsResponse {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) }
}
