import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { JamakError } from '../contract/errors.ts'
import type { Retry } from '../runtime/retry.ts'

/** The SDK's client of Bedrock is a third of a function's code, so it is loaded with the first request. */
export const loadBedrock = () => import('../runtime/bedrock.ts')

/** A model of Amazon Bedrock and the patience for its responses. */
export interface Model {
  client: () => Promise<BedrockRuntimeClient>
  /** Id of a model or of an inference profile. */
  id: string
  retry: Retry
  /** Epoch milliseconds. */
  now: () => number
}

/** The model does not respond at all, and retrying soon does not help. */
export class ModelGoneError extends JamakError<'MODEL_GONE'> {
  constructor(message: string, options?: { cause?: unknown }) {
    super('MODEL_GONE', message, options)
    this.name = 'ModelGoneError'
  }
}

/** The model did not finish its answer in time. The same request would be late again, but a smaller one may succeed. */
export class ModelLateError extends ModelGoneError {
  /** True if the question's `giveUpAt` has passed. */
  readonly isOver: boolean

  constructor(isOver: boolean, options?: { cause?: unknown }) {
    super('the model took too long', options)
    this.name = 'ModelLateError'
    this.isOver = isOver
  }
}
