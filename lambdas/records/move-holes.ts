import { placesOf } from './deleted-numbers.ts'
import { serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { transact, untilAnswered, update } from './transaction.ts'
import { readUser, type User } from './users.ts'

/** Numbers that are moved in one transaction: DynamoDB takes 100 rows, and three count each number. */
const NUMBERS_AT_ONCE = 30

/**
 * Moves the deleted numbers that an older version kept in the user's row into the tree, and answers the user after it.
 * Every transaction moves a few; readers and writers that come in between move the rest first.
 */
export async function withoutHoles(tables: Tables, found: User): Promise<User> {
  if (found.archive_holes.size === 0) return found
  const { user } = await untilAnswered(async () => {
    let user: User | undefined = await readUser(tables, found.uid)
    while (user && user.archive_holes.size > 0)
      user = (await moveSome(tables, user)) ? await readUser(tables, found.uid) : undefined
    return user && { user }
  })
  return user
}

async function moveSome(tables: Tables, { uid, archive_holes, archive_deleted }: User): Promise<boolean> {
  const moved = [...archive_holes].sort((a, b) => a - b).slice(0, NUMBERS_AT_ONCE)
  const rest = new Set([...archive_holes].filter(number => !moved.includes(number)))
  const counts = new Map<string, { key: { id: string }; add: Record<string, number> }>()
  for (const { level, index, slot } of moved.flatMap(placesOf)) {
    const key = serviceKey.deleted(uid, level, index)
    const row = counts.get(key.id) ?? { key, add: {} }
    row.add[`n${slot}`] = (row.add[`n${slot}`] ?? 0) + 1
    counts.set(key.id, row)
  }
  const change = {
    set: { archive_deleted: archive_deleted + moved.length, ...(rest.size > 0 && { archive_holes: rest }) },
  }
  const { done } = await transact(tables, [
    update(
      tables.users,
      { uid },
      { ...change, remove: rest.size > 0 ? [] : ['archive_holes'] },
      { contains: { archive_holes: moved[0] } },
    ),
    ...[...counts.values()].map(({ key, add }) => update(tables.service, key, { add })),
  ])
  return done
}
