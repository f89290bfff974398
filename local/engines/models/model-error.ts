/**
 * Why a model cannot be had. `UNREACHABLE` its host does not answer or breaks off again and again · `NOT_FOUND` the host
 * has no such file · `WRONG_DIGEST` what came is not what was pinned · `UNUSABLE` the files are whole, but no engine
 * works with them
 */
export type ModelErrorCode = 'UNREACHABLE' | 'NOT_FOUND' | 'WRONG_DIGEST' | 'UNUSABLE'

/** A model that cannot be had, with a stable code. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
