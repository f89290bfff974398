import * as z from 'zod'
import type { CaptionTrack } from '../contract/work-objects.ts'

/** YouTube's own caption format, as far as it is read here. */
const json3 = z.looseObject({
  events: z
    .array(
      z.looseObject({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        segs: z.array(z.looseObject({ utf8: z.string().default('') })).optional(),
      }),
    )
    .default([]),
})

/** Captions of a track in json3; events without text set windows and pens. */
export function captionsOfJson3(text: string): CaptionTrack['captions'] {
  return json3.parse(JSON.parse(text)).events.flatMap(({ tStartMs, dDurationMs = 0, segs = [] }) => {
    const said = segs
      .map(({ utf8 }) => utf8)
      .join('')
      .trim()
    if (tStartMs === undefined || said === '') return []
    const startMs = Math.max(0, Math.round(tStartMs))
    return [{ startMs, endMs: startMs + Math.max(0, Math.round(dDurationMs)), text: said }]
  })
}
