import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FULL_DISK, isFullDisk } from '../../src/machine/full-disk.ts'
import { printDefect } from '../../src/machine/terminal.ts'
import { openStore } from '../../src/storage/dynamodb/store.ts'
import { createWriter } from '../../src/storage/dynamodb/writer.ts'
import { temporaryFolder } from '../support/endpoint.ts'

/** LevelDB's error, as classic-level passes it on. */
const levelError = Object.assign(new Error('IO error: /data/000003.log: No space left on device'), {
  code: 'LEVEL_IO_ERROR',
})

function sqliteError(): unknown {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (text TEXT); PRAGMA max_page_count = 2')
  try {
    database.exec(`INSERT INTO t VALUES ('${'x'.repeat(100_000)}')`)
    return undefined
  } catch (error) {
    return error
  } finally {
    database.close()
  }
}

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a full disk is recognized in errors of Node, SQLite and LevelDB, also as a cause', () => {
  const node = Object.assign(new Error('write'), { code: 'ENOSPC' })
  // SQLite's error when it opens a database and has no space for the index of the log.
  const index = Object.assign(new Error('disk I/O error'), { errcode: 4874 })
  for (const error of [node, sqliteError(), index, levelError, new Error('outer', { cause: levelError })])
    expect(isFullDisk(error), String(error)).toBe(true)
  expect(isFullDisk(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
})

it('the terminal says once, in one sentence and without a stack, that the disk is full', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  for (let times = 0; times < 3; times += 1) printDefect('AWS', levelError)
  expect(print.mock.calls).toEqual([[expect.stringMatching(new RegExp(`${FULL_DISK}$`))]])
  print.mockRestore()
})

it('after a failed write nothing more is written, because LevelDB would lose it at its next start', async () => {
  const store = await openStore(join(folder, 'dynamodb'))
  const write = (key: string) =>
    writer.single(
      stage => stage.put(key, 'value'),
      () => {
        throw new Error('conflict')
      },
    )
  const writer = createWriter(store)
  await write('before')
  const failing = vi.spyOn(store.db, 'batch').mockRejectedValueOnce(levelError)
  await expect(write('torn')).rejects.toBe(levelError)
  await expect(write('behind')).rejects.toBe(levelError)
  expect(failing).toHaveBeenCalledOnce()
  expect([store.db.getSync('before'), store.db.getSync('behind')]).toEqual(['value', undefined])
  await store.db.close()
})
