import * as z from 'zod'
import { lazy } from './lazy.ts'
import { MOST_NOTES, MOST_SCRIPT } from './limits.ts'

/** What a user may add to a video: the English text of the speech, and text that helps a translator, such as slides. */
export const script = lazy(() =>
  z
    .object({
      /** Aligned with the transcribed words. */
      text: z.string().max(MOST_SCRIPT).default(''),
      /** Context for the language model only. */
      notes: z.string().max(MOST_NOTES).default(''),
    })
    .refine(({ text, notes }) => /\p{L}/u.test(text + notes), 'has no words'),
)
export type Script = z.infer<typeof script>

/** Names a stored script by its content, so that a repeated request stores it once. */
export const scriptId = z
  .string()
  .max(22)
  .regex(/^[A-Za-z0-9_-]{22}$/)
