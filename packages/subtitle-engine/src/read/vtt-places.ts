import type { Place } from './source.ts'

/** Percent of the picture's height above which a cue is at the top. */
const UPPER = 40

/**
 * Returns a function that places a cue by its settings: a line, counted from the top or in percent, or a region.
 * @param skipped the lines outside cues, which define the regions
 */
export function readVttPlaces(skipped: readonly string[]): (settings: string) => Place | undefined {
  const topRegions = new Set<string>()
  let region: string | undefined
  for (const line of skipped) {
    if (/^REGION(?=\s|$)/.test(line)) region = ''
    const id = /(?:^|\s)id[:=](\S{1,100})/.exec(line)?.[1]
    const anchor = /viewportanchor[:=][\d.]{1,9}%,([\d.]{1,9})%/.exec(line)?.[1]
    if (region !== undefined && id !== undefined) region = id
    if (region !== undefined && anchor !== undefined && Number(anchor) <= UPPER) topRegions.add(region)
  }
  return settings => {
    const [, line, percent] = /(?:^|\s)line:(-?[\d.]{1,9})(%?)/.exec(settings) ?? []
    const name = /(?:^|\s)region:(\S{1,100})/.exec(settings)?.[1]
    if (line === undefined) return name !== undefined && topRegions.has(name) ? 'top' : undefined
    const value = Number(line)
    return value >= 0 && value < (percent === '%' ? UPPER : 5) ? 'top' : undefined
  }
}
