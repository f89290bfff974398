/** Root of the engine's own errors; `code` is stable, `message` is for developers. */
export class SubtitleError extends Error {
  readonly code: 'TRANSCRIPT_UNREADABLE'

  constructor(code: SubtitleError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SubtitleError'
    this.code = code
  }
}
