import { PROGRESS, UPLOAD } from '../shared/texts/upload.ts'

const REASONS = {
  NOT_MP4: UPLOAD.notMp4,
  NO_LENGTH: UPLOAD.noLength,
  NO_SOUND: UPLOAD.noSound,
  TOO_LONG: UPLOAD.tooLong,
  TOO_LARGE: UPLOAD.tooLarge,
} as const

export type RefusalCode = keyof typeof REASONS

/** A file that is not worth sending; the message is Korean, for people. */
export class FileRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, cause?: unknown) {
    super(REASONS[code], { cause })
    this.name = 'FileRefused'
    this.code = code
  }
}

/** The store could not be reached, again and again. */
export class ConnectionLost extends Error {
  constructor(cause?: unknown) {
    super(PROGRESS.lost, { cause })
    this.name = 'ConnectionLost'
  }
}

/** The store answered and refused. */
export class StoreRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(PROGRESS.rejected)
    this.name = 'StoreRefused'
    this.status = status
  }
}
