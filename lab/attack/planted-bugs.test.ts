import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTables } from '../../test/support/tables.ts'
import { bundleWithBugs } from './harness/altered-assembly.ts'
import { type BugName, isBug, PLANTED_BUGS, type PlantedBug } from './harness/planted-bugs.ts'
import { brokenEnds, brokenSums, countEmails, holdingsOf } from './harness/promises.ts'
import type { WORK } from './planted-work.ts'

// Inside the project, so that the bundle can resolve its packages.
const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.planted-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the work with these bugs in its code. */
async function workWith(name: string, bugs: readonly PlantedBug[]): Promise<typeof WORK> {
  const file = join(folder, `${name}.mjs`)
  await bundleWithBugs(join(import.meta.dirname, 'planted-work.ts'), file, bugs)
  const planted: { WORK: typeof WORK } = await import(pathToFileURL(file).href)
  return planted.WORK
}

/** The violations that the harness reports after work spoiled by a bug. */
async function brokenBy(bug: BugName, work: typeof WORK): Promise<string[]> {
  const { tables, close } = await openTables()
  const holdings = await holdingsOf(tables, await work[bug](tables))
  await close()
  return [...brokenSums(holdings), ...brokenEnds(holdings), ...countEmails(holdings).lost]
}

const FOUND: Record<BugName, RegExp[]> = {
  'a refund left out': [/was refunded and still cost 3$/, /records 0 tokens and moved 3$/],
  'a mark set before its email': [/^done of \d{14}$/],
  'a credit without its movement': [
    /^balance 220 of .+ is not the sum 200 of its movements$/,
    /^order .+ is credited wrongly$/,
  ],
}
const BUGS = Object.keys(PLANTED_BUGS).filter(isBug)

describe('the harness detects planted bugs', () => {
  let sound: typeof WORK
  beforeAll(async () => {
    sound = await workWith('sound', [])
  })

  it.each(BUGS)('reports %s, and nothing else', async bug => {
    const broken = await brokenBy(bug, await workWith(bug.replaceAll(' ', '-'), [PLANTED_BUGS[bug]]))
    expect(broken).toEqual(FOUND[bug].map(pattern => expect.stringMatching(pattern)))
  })

  it.each(BUGS)('reports nothing without %s', async bug => {
    expect(await brokenBy(bug, sound)).toEqual([])
  })
})
