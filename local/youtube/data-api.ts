import type { AwsResponse } from '../aws/service.ts'
import { SAMPLES, type Sample } from './samples.ts'

/** The key that the stand-in takes. No real one looks like it: theirs have 39 characters. */
export const STAND_IN_KEY = 'local'

const PARTS = ['snippet', 'contentDetails']
const THUMBNAILS = { default: [120, 90], medium: [320, 180], high: [480, 360] } as const

/**
 * `videos.list` of the YouTube Data API v3: the documented parts and errors, over the samples.
 * @param pictures origin and path of the thumbnails
 */
export function listVideos(query: URLSearchParams, pictures: string): AwsResponse {
  const refusal = refusalOf(query)
  if (refusal) return refusal
  const parts = listOf(query, 'part')
  const items = listOf(query, 'id').flatMap(id => {
    const sample = SAMPLES[id]
    return sample && sample.instead !== 'hidden' ? [itemOf(id, sample, parts, pictures)] : []
  })
  const pageInfo = { totalResults: items.length, resultsPerPage: items.length }
  return json(200, { kind: 'youtube#videoListResponse', etag: etagOf(query), items, pageInfo })
}

function refusalOf(query: URLSearchParams): AwsResponse | undefined {
  const key = query.get('key')
  if (!key) return refused(403, 'global', 'forbidden', 'Calls need an API key.')
  if (key !== STAND_IN_KEY) return refused(400, 'global', 'badRequest', 'API key not valid.', KEY_INVALID)
  const parts = listOf(query, 'part')
  if (parts.length === 0) return refused(400, 'global', 'required', 'The parameter part is required.')
  if (!parts.every(part => PARTS.includes(part)))
    return refused(400, 'youtube.part', 'unknownPart', `This machine knows the parts ${PARTS.join(' and ')} only.`)
  const ids = listOf(query, 'id')
  if (ids.length === 0) return refused(400, 'youtube.parameter', 'missingRequiredParameter', 'No filter is selected.')
  const instead = SAMPLES[ids[0] ?? '']?.instead
  if (instead === 'quota') return refused(403, 'youtube.quota', 'quotaExceeded', 'The quota of the day is used up.')
  if (instead === 'outage') return refused(503, 'global', 'backendError', 'The service is not available.')
  return undefined
}

function itemOf(id: string, sample: Sample, parts: readonly string[], pictures: string): object {
  const { title, duration, live = 'none', adult, fetched } = sample
  const thumbnails = Object.fromEntries(
    Object.entries(THUMBNAILS).map(([name, [width, height]]) => [
      name,
      { url: `${pictures}/${id}/${name}.svg`, width, height },
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
    caption: String(fetched.way === 'comes' && fetched.captions === true),
    licensedContent: false,
    contentRating: adult ? { ytRating: 'ytAgeRestricted' } : {},
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

/** An error as Google's APIs write it; YouTube's own reasons stand in `errors`. */
function refused(code: number, domain: string, reason: string, message: string, more: object = {}): AwsResponse {
  return json(code, { error: { code, message, errors: [{ message, domain, reason }], ...more } })
}

const listOf = (query: URLSearchParams, name: string): string[] =>
  (query.get(name) ?? '')
    .split(',')
    .map(value => value.trim())
    .filter(Boolean)

const etagOf = (query: URLSearchParams): string => `list-${listOf(query, 'id').join('-')}`

function json(status: number, body: object): AwsResponse {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) }
}
