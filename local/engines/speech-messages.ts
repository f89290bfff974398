import * as z from 'zod'

/** Files of a recognizer on this machine. */
export const recognizerFiles = z.union([
  z.object({ kind: z.literal('ctc'), model: z.string(), tokens: z.string() }),
  z.object({
    kind: z.literal('transducer'),
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string(),
    tokens: z.string(),
  }),
])
export type RecognizerFiles = z.infer<typeof recognizerFiles>

/** What the service tells the process that hears. */
export const toSpeechProcess = z.object({ files: recognizerFiles, threads: z.int(), media: z.string() })
export type ToSpeechProcess = z.infer<typeof toSpeechProcess>

const spokenWord = z.object({
  text: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  confidence: z.number(),
  after: z.string(),
})

/** What the process that hears tells the service. */
export const fromSpeechProcess = z.union([
  z.object({ type: z.literal('words'), words: z.array(spokenWord) }),
  z.object({ type: z.literal('done'), durationMs: z.int() }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['NO_AUDIO', 'UNREADABLE', 'UNSUPPORTED_CODEC']),
    message: z.string(),
  }),
])
export type FromSpeechProcess = z.infer<typeof fromSpeechProcess>
