import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { type Comment, comment, MOST_COMMENTS, type NewComment } from '../contract/proofreading.ts'
import { koreanDay } from '../contract/time.ts'
import type { EntryRef } from './archive.ts'
import { owe } from './outbox.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { transact, untilAnswered, update, type Write } from './transaction.ts'

const commentsRow = z.object({
  comments: z.array(comment),
  /** Number of changes. */
  version: z.int(),
  /** For each link, the Korean day on which its owner was last owed an email about its comments; only the latest day. */
  told: z.record(z.string(), z.string()).default({}),
})
type Row = Pick<z.output<typeof commentsRow>, 'comments' | 'told'>

/** The Korean day of an ISO time, as in the email about the comments of a day. */
export const dayOf = (iso: string): string => koreanDay(Date.parse(iso))

/**
 * The author of a comment: a proofreader, with the beginning of the link's id and a name, or the owner, without either.
 */
export type Commenter = Pick<Comment, 'link' | 'by'>

/** The comments on a subtitle, oldest first (consistent read). */
export async function readComments(tables: Tables, ref: EntryRef): Promise<Comment[]> {
  return (await readRow(tables, ref))?.comments ?? []
}

async function readRow(tables: Tables, { uid, key }: EntryRef): Promise<z.output<typeof commentsRow> | undefined> {
  return commentsRow.optional().parse(await readServiceRow(tables, serviceKey.comments(uid, key)))
}

/**
 * Adds a comment and returns all. At the maximum, the oldest comment that is done makes room. The first comment of a
 * link on a day owes the subtitle's owner an email. `at` is an ISO time.
 * @throws ApiError COMMENTS_FULL, NO_VIDEO.
 */
export function addComment(
  tables: Tables,
  ref: EntryRef,
  { said, who, id, at }: { said: NewComment; who: Commenter; id: string; at: string },
): Promise<{ comments: Comment[] }> {
  const { link } = who
  const day = dayOf(at)
  return change(tables, ref, ({ comments, told }) => {
    const all = [...comments, { ...said, ...who, id, at }]
    if (link === undefined || told[link] === day) return { comments: withinMost(all), told }
    const today = Object.entries(told).filter(([, each]) => each === day)
    const owed = owe(tables, { about: 'comments', ...ref, link, day }, at)
    return { comments: withinMost(all), told: { ...Object.fromEntries(today), [link]: day }, owed }
  })
}

function withinMost(all: readonly Comment[]): Comment[] {
  if (all.length <= MOST_COMMENTS) return [...all]
  const oldest = all.findIndex(({ doneAt }) => doneAt !== undefined)
  if (oldest < 0) throw new ApiError('COMMENTS_FULL')
  return all.toSpliced(oldest, 1)
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
  return change(tables, ref, ({ comments, told }) => {
    const found = comments.find(each => each.id === id && (link === undefined || each.link === link))
    if (!found) throw new ApiError('NOT_FOUND')
    return { comments: comments.map(each => (each === found ? { ...found, doneAt: at } : each)), told }
  })
}

/** The rows are written only while the entry exists, so nothing of a deleted entry reappears. */
function change(
  tables: Tables,
  ref: EntryRef,
  next: (row: Row) => Row & { owed?: Write },
): Promise<{ comments: Comment[] }> {
  const { uid, key } = ref
  return untilAnswered(async () => {
    const row = await readRow(tables, ref)
    const { comments, told, owed } = next(row ?? { comments: [], told: {} })
    const version = row?.version ?? 0
    const open = comments.filter(({ doneAt }) => doneAt === undefined).length
    const outcome = await transact(tables, [
      update(
        tables.service,
        serviceKey.comments(uid, key),
        { set: { comments, told, version: version + 1 } },
        row ? { equals: { version } } : { absent: ['id'] },
      ),
      update(tables.archive, { uid, key }, { set: { open_comments: open } }, { oneOf: { status: ['done'] } }),
      ...(owed ? [owed] : []),
    ])
    if (outcome.done) return { comments }
    if (outcome.refused[1]) throw new ApiError('NO_VIDEO')
    return undefined
  })
}
