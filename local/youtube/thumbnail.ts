import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'
import { SAMPLES } from './samples.ts'

/** Picture of a sample by `{id}/{size}.svg`: its title on a dark ground, as wide as YouTube's own. */
export function thumbnailOf(path: string): AwsResponse | undefined {
  const [, id = ''] = /^([A-Za-z0-9_-]{11})\/(?:default|medium|high)\.svg$/.exec(path) ?? []
  const sample = SAMPLES[id]
  if (!sample) return undefined
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">
<rect width="320" height="180" fill="#1f2937"/>
<path d="M145 66v36l32-18z" fill="#fff" opacity=".85"/>
<text x="160" y="140" fill="#fff" font-family="sans-serif" font-size="15" text-anchor="middle">${escapeMarkup(sample.title)}</text>
</svg>`
  return { status: 200, headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }, body: svg }
}
