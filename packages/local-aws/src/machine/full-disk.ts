/** Message in the terminal about a full disk. */
export const FULL_DISK = 'The disk is full. What was stored is kept. Free some space, then start again.'

/** Node's codes of a full disk and of a quota that is used up. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** SQLITE_FULL, SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE: no space for a page, or for the index of the log. */
const SQLITE_CODES: ReadonlySet<unknown> = new Set([13, 778, 4874])
/** LevelDB's errors have no code, only the operating system's message. */
const TEXTS = /No space left on device|Disk quota exceeded/

/** Whether something failed because the disk is full. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isFull = ('code' in error && CODES.has(error.code)) || ('errcode' in error && SQLITE_CODES.has(error.errcode))
  return isFull || TEXTS.test(error.message) || isFullDisk(error.cause)
}
