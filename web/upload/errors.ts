import { Refused } from '../shared/request-failed.ts'
import { PROGRESS, UPLOAD } from './texts.ts'

const REASONS = {
  NOT_MP4: UPLOAD.notMp4,
  OTHER_VIDEO: UPLOAD.otherVideo,
  NOT_REALLY_MP4: UPLOAD.notReallyMp4,
  EMPTY: UPLOAD.emptyFile,
  MOV: UPLOAD.mov,
  DAMAGED: UPLOAD.damaged,
  NO_SOUND: UPLOAD.noSound,
  TOO_LONG: UPLOAD.tooLong,
  TOO_LARGE: UPLOAD.tooLarge,
} as const

/** `CODEC`: nothing in this browser decodes the sound; the reason depends on the codec. */
type RefusalCode = keyof typeof REASONS | 'CODEC'

/** A file that cannot be submitted. Its message is Korean, for users. */
export class FileRefused extends Refused {
  readonly code: RefusalCode

  constructor(code: Exclude<RefusalCode, 'CODEC'>, options?: ErrorOptions)
  constructor(code: 'CODEC', options: ErrorOptions & { reason: string })
  constructor(code: RefusalCode, { reason, ...options }: ErrorOptions & { reason?: string } = {}) {
    super(code === 'CODEC' ? reason : REASONS[code], options)
    this.name = 'FileRefused'
    this.code = code
  }
}

export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST'

  constructor(cause?: unknown) {
    super(PROGRESS.lost, { cause })
    this.name = 'ConnectionLost'
  }
}

/** The store refused the bytes; `status` is its HTTP status. */
export class StoreRefused extends Error {
  readonly code = 'STORE_REFUSED'
  readonly status: number

  constructor(status: number) {
    super(PROGRESS.rejected)
    this.name = 'StoreRefused'
    this.status = status
  }
}

/** The upload was cancelled on another screen or device. */
export class StoppedElsewhere extends Error {
  readonly code = 'STOPPED_ELSEWHERE'

  constructor(cause?: unknown) {
    super(PROGRESS.stoppedElsewhere, { cause })
    this.name = 'StoppedElsewhere'
  }
}
