import { type AwsResponse, jsonError } from './service.ts'

/** An error of a service of the AWS JSON protocols, by its documented name. */
export interface PlayedError {
  /** Such as `ThrottlingException`. */
  type: string
  message?: string
  /** HTTP status: 400 unless the name speaks of a fault of the service. */
  status?: number
}

/** Errors that a service is told to answer: tests and demonstrations play throttles and outages with them. */
export interface ErrorPlayer {
  /** Answers the next calls (of one operation, or of all) with the error. */
  failNext(error: string | PlayedError, times?: number, operation?: string): void
  /** The error that this call is answered with, if one is due. */
  take(operation: string): AwsResponse | undefined
}

export function createErrorPlayer(): ErrorPlayer {
  const due: { answer: AwsResponse; operation?: string; times: number }[] = []
  return {
    failNext(error, times = 1, operation) {
      const { type, message, status } = typeof error === 'string' ? { type: error } : error
      const isServerFault = /^(Internal|Service)/.test(type)
      const answer = jsonError(status ?? (isServerFault ? 500 : 400), type, message ?? `${type} is played.`)
      due.push({ answer, operation, times })
    },
    take(operation) {
      const entry = due.find(candidate => candidate.times > 0 && (candidate.operation ?? operation) === operation)
      if (entry) entry.times -= 1
      return entry?.answer
    },
  }
}

/** A refusal of a service of the AWS JSON protocols, thrown where it is noticed. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault'
  readonly type: string
  readonly status: number

  constructor(type: string, message: string, status = 400) {
    super(message)
    this.type = type
    this.status = status
  }

  get answer(): AwsResponse {
    return jsonError(this.status, this.type, this.message)
  }
}
