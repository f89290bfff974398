import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { type Comment, comment, MOST_COMMENTS, type NewComment } from '../contract/proofreading.ts'
import type { EntryRef } from './archive.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { transact, untilAnswered, update } from './transaction.ts'

const commentsRow = z.object({
  comments: z.array(comment),
  /** Number of changes. */
  version: z.int(),
})

/**
 * The author of a comment: a proofreader, with the beginning of the link's id and a name, or the owner, without either.
 */
export type Commenter = Pick<Comment, 'link' | 'by'>

/** The comments on a subtitle, oldest first (consistent read). */
export async function readComments(tables: Tables, ref: EntryRef): Promise<Comment[]> {
  return (await readRow(tables, ref))?.comments ?? []
}

async function readRow(tables: Tables, { uid, key }: EntryRef): Promise<z.infer<typeof commentsRow> | undefined> {
  return commentsRow.optional().parse(await readServiceRow(tables, serviceKey.comments(uid, key)))
}

/**
 * Adds a comment and returns all. At the maximum, the oldest comment that is done makes room. `at` is an ISO time.
 * @throws ApiError COMMENTS_FULL, NO_VIDEO.
 */
export function addComment(
  tables: Tables,
  ref: EntryRef,
  { said, who, id, at }: { said: NewComment; who: Commenter; id: string; at: string },
): Promise<{ comments: Comment[] }> {
  return change(tables, ref, comments => {
    const all = [...comments, { ...said, ...who, id, at }]
    if (all.length <= MOST_COMMENTS) return all
    const oldest = all.findIndex(({ doneAt }) => doneAt !== undefined)
    if (oldest < 0) throw new ApiError('COMMENTS_FULL')
    return all.toSpliced(oldest, 1)
  })
}

/**
 * Marks a comment as done and returns all. A proofreader can mark the comments of the same link. `at` is an ISO time.
 * @throws ApiError NOT_FOUND, NO_VIDEO.
 */
export function closeComment(
  tables: Tables,
  ref: EntryRef,
  { id, link, at }: { id: string; link: string | undefined; at: string },
): Promise<{ comments: Comment[] }> {
  return change(tables, ref, comments => {
    const found = comments.find(each => each.id === id && (link === undefined || each.link === link))
    if (!found) throw new ApiError('NOT_FOUND')
    return comments.map(each => (each === found ? { ...found, doneAt: at } : each))
  })
}

/** The rows are written only while the entry exists, so nothing of a deleted entry reappears. */
function change(
  tables: Tables,
  ref: EntryRef,
  next: (comments: readonly Comment[]) => Comment[],
): Promise<{ comments: Comment[] }> {
  const { uid, key } = ref
  return untilAnswered(async () => {
    const row = await readRow(tables, ref)
    const comments = next(row?.comments ?? [])
    const version = row?.version ?? 0
    const open = comments.filter(({ doneAt }) => doneAt === undefined).length
    const outcome = await transact(tables, [
      update(
        tables.service,
        serviceKey.comments(uid, key),
        { set: { comments, version: version + 1 } },
        row ? { equals: { version } } : { absent: ['id'] },
      ),
      update(tables.archive, { uid, key }, { set: { open_comments: open } }, { oneOf: { status: ['done'] } }),
    ])
    if (outcome.done) return { comments }
    if (outcome.refused[1]) throw new ApiError('NO_VIDEO')
    return undefined
  })
}
