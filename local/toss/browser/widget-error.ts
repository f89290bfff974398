/** What the widget throws and rejects with: a code and a sentence. */
export class WidgetError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'WidgetError'
    this.code = code
  }
}
