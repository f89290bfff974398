import * as z from 'zod'
import { HEARING } from './media-objects.ts'

/** Key of the file that describes our own recognizer's weights. It is written after all the weights. */
export const ENGINE_KEY = `${HEARING}engine.json`

/** Key of a file of the weights. */
export function weightsKey(engineId: string, name: string): string {
  return `${HEARING}${engineId}/${name}`
}

const fileName = z.string().regex(/^[\w-][\w.-]{0,99}$/)

/** `hearing/engine.json` describes the speech model of `HEARING=own`. `npm run models -- --stack` uploads it. */
export const hearingEngine = z.object({
  id: fileName,
  kind: z.enum(['transducer', 'ctc']),
  licence: z.string().max(200),
  source: z.string().max(500),
  files: z
    .array(z.object({ name: fileName, bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .min(2)
    .max(10),
})
export type HearingEngine = z.infer<typeof hearingEngine>
