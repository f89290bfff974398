import { LocalError } from './terminal.ts'

/** A stored file cannot be read, for example after the machine lost power. */
export class DamagedDataError extends LocalError {
  constructor(path: string, cause: unknown) {
    super('DAMAGED_DATA', `The stored data are damaged. Delete ${path} to continue without them.`, { cause })
  }
}
