import * as z from 'zod'

/** Orders of the archive: newest first, by name with 9 before 10, or most sentences to check first. */
export const archiveOrder = z.enum(['newest', 'name', 'doubts'])
export type ArchiveOrder = z.infer<typeof archiveOrder>

/** Rows per page of the table (specification, section 9) and of the compact list. */
export const TABLE_ROWS = 5
export const LIST_ROWS = 30
export const pageRows = z.literal([TABLE_ROWS, LIST_ROWS])
export type PageRows = z.infer<typeof pageRows>
