import { UPLOAD } from '../../texts/upload.ts'

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
