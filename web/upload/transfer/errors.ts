import { PROGRESS } from '../../texts/upload.ts'

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
