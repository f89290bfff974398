import * as z from 'zod'

/** A request to the language model's process: the conversation, and the JSON schema that the response must follow. */
export const modelRequest = z.object({
  weights: z.string(),
  runner: z.string(),
  contextTokens: z.int(),
  system: z.string(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  schema: z.record(z.string(), z.unknown()).optional(),
  maxTokens: z.int().optional(),
  temperature: z.number().optional(),
  /** Time limit in milliseconds; the response is what was written until then. */
  answerMs: z.number(),
})
export type ModelRequest = z.infer<typeof modelRequest>

/** Ends the response that is being written. */
export const STOP = 'stop'

/** The response. `milliseconds` is the time for reading and writing tokens, without loading the weights. */
export const modelAnswer = z.union([
  z.object({
    text: z.string().max(1_000_000),
    isCutOff: z.boolean(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    milliseconds: z.number(),
  }),
  z.object({ failure: z.string(), reason: z.enum(['tooLong', 'late', 'other']) }),
])
export type ModelAnswer = z.infer<typeof modelAnswer>
