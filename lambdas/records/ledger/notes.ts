import type { Movement } from '../../contract/movement.ts'
import type { Tables } from '../tables.ts'
import { put, write } from '../transaction.ts'
import { movements } from './balance.ts'

const OF_A_VIDEO = /^(?:hold|settle|refund)#/

/** Takes the titles of videos out of a person's movements, which stay otherwise as they are. */
export async function forgetTitles(tables: Tables, uid: string): Promise<void> {
  let cursor: string | undefined
  do {
    const page = await movements(tables, uid, cursor)
    await Promise.all(page.movements.filter(isTitled).map(one => forgetNote(tables, one)))
    cursor = page.cursor
  } while (cursor !== undefined)
}

const isTitled = ({ movement, note }: Movement): boolean => note !== undefined && OF_A_VIDEO.test(movement)

async function forgetNote(tables: Tables, { note: _title, ...rest }: Movement): Promise<void> {
  const { amount, balance } = rest
  await write(tables, put(tables.ledger, rest, { equals: { amount, balance } }))
}
