/**
 * Why a file cannot be read. `NOT_MP4`: it does not begin like an MP4; `QUICKTIME`: it is a MOV; `DAMAGED`: it
 * contradicts itself or has no header; `NO_SOUND`: it has no sound track; `TOO_LONG`: it is longer than allowed.
 */
export type Mp4ErrorCode = 'NOT_MP4' | 'QUICKTIME' | 'DAMAGED' | 'NO_SOUND' | 'TOO_LONG'

export class Mp4Error extends Error {
  readonly code: Mp4ErrorCode

  constructor(code: Mp4ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Mp4Error'
    this.code = code
  }
}

/** The file contradicts itself. */
export class MalformedError extends Mp4Error {
  constructor(message: string, options?: ErrorOptions) {
    super('DAMAGED', message, options)
  }
}
