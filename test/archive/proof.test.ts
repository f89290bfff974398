import { beforeEach, describe, expect, it } from 'vitest'
import { readProject, saveEdits } from '../../lambdas/archive/edits.ts'
import { type ArchiveDeps, deleteWithObjects, showEntry } from '../../lambdas/archive/entries.ts'
import { close, createLink, listLinks, openProof, saveProof, say } from '../../lambdas/archive/proof.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { ALLOWANCES } from '../../lambdas/contract/limits.ts'
import {
  LONGEST_COMMENT,
  MOST_COMMENTS,
  newComment,
  newProofLink,
  type ProofRight,
} from '../../lambdas/contract/proofreading.ts'
import { koreanDay } from '../../lambdas/contract/time.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { createSecret } from '../../lambdas/records/bearers.ts'
import { linkGuard, revokeProofLink } from '../../lambdas/records/proof-links.ts'
import { serviceKey, spendAllowance } from '../../lambdas/records/service-rows.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { finishedEntry } from '../support/finished-entry.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const [test, media] = await Promise.all([setUpTables(), setUpMedia()])
const { tables } = test
const DAY_MS = 24 * 60 * 60 * 1000
let names = 0
const newId = () => {
  names += 1
  return `c${names}`
}
const deps: ArchiveDeps = { tables, media: media.media, now: () => NOW, newId }
let entry: ArchiveEntry

beforeEach(async () => {
  entry = await finishedEntry(test, media, (await newUser(tables)).uid)
})

const WISH = { name: '민지', right: 'edit' as ProofRight, days: 7, opens: 3 }
const create = (changes: Partial<typeof WISH> = {}) =>
  createLink(deps, entry, newProofLink.parse({ ...WISH, ...changes }))
const admit = (secret: string, { scope = undefined as 'edit' | undefined, now = NOW } = {}) =>
  linkGuard({ tables, now: () => now })(`Bearer ${secret}`, { routeKey: 'POST /api/proof', scope })
const holder = async (changes: Partial<typeof WISH> = {}) => admit((await create(changes)).secret)
const COMMENT = { sentence: 's1', word: 0, text: '이름을 확인해 주세요.' }
const change = { id: 'edit-1', kind: 'text' } as const

/** A request that gives the first sentence another text. */
async function rewrite(korean: string) {
  const { machine, stored } = await readProject(deps, entry)
  const [first] = stored?.passages.map(({ passage }) => passage) ?? machine.passages
  return { base: stored?.version ?? 0, put: first ? [{ ...first, korean }] : [], remove: [], change }
}

const history = async () => (await readProject(deps, entry)).stored?.history ?? []

describe('a link for a proofreader', () => {
  it('is shown once, stored only as a hash, and listed with its uses', async () => {
    const { link, secret } = await create()
    expect(link).toMatchObject({
      name: '민지',
      right: 'edit',
      opens: 0,
      mostOpens: 3,
      expiresAt: iso(NOW + 7 * DAY_MS),
    })
    for (const table of ['service', 'archive', 'logs'] as const)
      expect(JSON.stringify(await test.rows(table))).not.toContain(secret.slice(6, 30))
    await openProof(deps, await admit(secret))
    expect((await listLinks(deps, entry)).links).toEqual([{ ...link, opens: 1, usedAt: AT }])
  })

  it('opens the subtitle of its own entry, without the upload, the waveform, the brief or anything about the owner', async () => {
    const { uid } = entry
    const opened = await openProof(deps, await holder())
    expect(Object.keys(opened).sort()).toEqual(['entry', 'link', 'name', 'project'])
    expect(Object.keys(opened.entry).sort()).toEqual(['duration_seconds', 'profile', 'register', 'url'])
    expect(Object.keys(opened.project).sort()).toEqual(['machine', 'stored'])
    expect(opened).toMatchObject({ name: '인터뷰.mp4', link: { name: '민지', right: 'edit' } })
    expect(JSON.stringify(opened)).not.toContain(uid)
  })

  it.each<[string, (secret: string) => Promise<string> | string, string, number?]>([
    ['altered', secret => secret.replace(/.$/, last => (last === '0' ? '1' : '0')), 'LINK_INVALID'],
    ['of nobody', () => createSecret(), 'LINK_INVALID'],
    ['empty', () => '', 'LINK_INVALID'],
    ['expired', secret => secret, 'LINK_OVER', NOW + 7 * DAY_MS],
    [
      'revoked',
      async secret => {
        const [link] = (await listLinks(deps, entry)).links
        await revokeProofLink(tables, entry, { id: link?.id ?? '', at: AT })
        expect(await readEntry(tables, entry)).toMatchObject({ links: [], links_version: 2 })
        return secret
      },
      'LINK_INVALID',
    ],
    [
      'of a deleted entry',
      async secret => {
        await deleteWithObjects(deps, entry)
        return secret
      },
      'LINK_INVALID',
    ],
    [
      'of a suspended owner',
      async secret => {
        await setSuspended(tables, entry.uid, '사유')
        return secret
      },
      'LINK_INVALID',
    ],
  ])('that is %s is refused', async (_how, spoil, code, now = NOW) => {
    const { secret } = await create()
    await admit(secret)
    await expect(admit(await spoil(secret), { now })).rejects.toMatchObject({ code })
  })

  it('opens no more often than its owner allowed, even if many requests open it at once', async () => {
    const caller = await holder({ opens: 3 })
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => openProof(deps, caller)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'LINK_OVER' })
    // A proofreader who has opened the subtitle can still save.
    expect(await saveProof(deps, caller, await rewrite('공원에서 만났죠.'))).toMatchObject({ version: 1 })
  })

  it('sends and stores nothing more once its bytes for the day are spent, while other links still work', async () => {
    const { proofEgress } = ALLOWANCES
    const caller = await holder()
    await spendAllowance(tables, caller.link, proofEgress, AT, proofEgress.limit - 1)
    await openProof(deps, caller)
    await expect(openProof(deps, caller)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(say(deps, caller, COMMENT)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const next = { ...deps, now: () => NOW + DAY_MS }
    expect((await openProof(next, caller)).project.comments ?? []).toEqual([])
    await openProof(deps, await holder({ name: '수진' }))
  })

  it('is one of at most ten; another takes the place of a revoked one', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => create()))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(create()).rejects.toMatchObject({ code: 'TOO_MANY_LINKS' })
    const [first] = (await listLinks(deps, entry)).links
    await revokeProofLink(tables, entry, { id: first?.id ?? '', at: AT })
    await create()
  })

  it('is refused to a suspended user, for an unfinished subtitle and for another user’s', async () => {
    const other = await newUser(tables)
    const open = await heldEntry(tables, other.uid)
    await expect(createLink(deps, open, WISH)).rejects.toMatchObject({ code: 'NO_SUBTITLE' })
    const foreign = { uid: (await newUser(tables)).uid, key: entry.key }
    await expect(createLink(deps, foreign, WISH)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    const { link } = await create()
    await expect(revokeProofLink(tables, open, { id: link.id, at: AT })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await setSuspended(tables, entry.uid, '사유')
    await expect(create()).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it('is deleted with its entry, as are the comments', async () => {
    await say(deps, await holder(), COMMENT)
    await deleteWithObjects(deps, entry)
    const ids = (await test.rows('service')).map(({ id }) => String(id))
    const left = ids.filter(id => id.startsWith('prooflink#') || id === `comments#${entry.uid}#${entry.key}`)
    const rows = (await test.rows('service')).filter(row => left.includes(String(row.id)) && row.uid === entry.uid)
    expect([rows, left.filter(id => id.startsWith('comments#'))]).toEqual([[], []])
  })
})

describe('an edit of a proofreader', () => {
  it('appears in the history under the proofreader’s name, even if it claims to continue the owner’s edit', async () => {
    await saveEdits(deps, entry, await rewrite('주인이 고쳤어요.'))
    const caller = await holder()
    await saveProof(deps, caller, await rewrite('민지가 고쳤어요.'))
    expect((await history()).map(({ by, after }) => [by, after[0]?.korean])).toEqual([
      [undefined, '주인이 고쳤어요.'],
      ['민지', '민지가 고쳤어요.'],
    ])
  })

  it('is refused if it names no change for the history', async () => {
    const { change: _, ...request } = await rewrite('이름 없이 고쳤어요.')
    await expect(saveProof(deps, await holder(), request)).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
    expect(await history()).toEqual([])
  })

  it('conflicts with the owner’s as an edit in another tab does: nothing is stored, and both texts are returned', async () => {
    const mine = await rewrite('민지가 고쳤어요.')
    await saveEdits(deps, entry, await rewrite('주인이 고쳤어요.'))
    const { conflicts } = await saveProof(deps, await holder(), mine)
    expect(conflicts).toMatchObject([{ id: 's1', theirs: { korean: '주인이 고쳤어요.' }, at: AT }])
  })

  it('needs a link that allows it, and does not use the owner’s allowance', async () => {
    const { secret } = await create({ right: 'comment' })
    await expect(admit(secret, { scope: 'edit' })).rejects.toMatchObject({ code: 'LINK_COMMENTS_ONLY', status: 403 })
    await saveProof(deps, await holder(), await rewrite('고쳤어요.'))
    const spent = (await test.rows('service')).map(({ id }) => String(id))
    expect(spent.filter(id => id.startsWith(`allowance#edit#${entry.uid}`))).toEqual([])
  })
})

describe('a comment', () => {
  it('of a proofreader has the name that the owner gave, and is counted on the entry until it is done', async () => {
    const caller = await holder()
    const { comments } = await say(deps, caller, COMMENT)
    expect(comments).toMatchObject([{ ...COMMENT, by: '민지', at: AT }])
    expect(comments[0]?.link).toBe(caller.link.slice(0, 12))
    await say(deps, entry, { ...COMMENT, text: '고쳤어요.' })
    expect(await showEntry(deps, entry)).toMatchObject({ open_comments: 2 })
    await close(deps, entry, comments[0]?.id ?? '')
    expect(await showEntry(deps, entry)).toMatchObject({ open_comments: 1 })
    const shown = (await openProof(deps, caller)).project.comments
    expect(shown?.map(({ by, doneAt }) => [by, doneAt])).toEqual([
      ['민지', AT],
      [undefined, undefined],
    ])
  })

  it('owes the owner one email a day for each link, and none for the owner’s own comments', async () => {
    const at = (now: number) => ({ ...deps, now: () => now })
    const [minji, sujin] = [await holder(), await holder({ name: '수진' })]
    const links = [minji, sujin].map(({ link }) => link.slice(0, 12))
    await say(deps, entry, COMMENT)
    for (const caller of [minji, minji, sujin]) await say(deps, caller, COMMENT)
    await say(at(NOW + DAY_MS), minji, COMMENT)
    const owed = (await test.rows('outbox')).map(({ id }) => String(id)).filter(id => id.includes(entry.uid))
    const [today, tomorrow] = [koreanDay(NOW), koreanDay(NOW + DAY_MS)]
    expect(owed.filter(id => id.startsWith('comments#')).sort()).toEqual(
      [`${links[0]}#${today}`, `${links[0]}#${tomorrow}`, `${links[1]}#${today}`]
        .map(rest => `comments#${entry.uid}#${entry.key}#${rest}`)
        .sort(),
    )
  })

  it('is marked as done by its proofreader or the owner, not by another proofreader', async () => {
    const [minji, sujin] = [await holder(), await holder({ name: '수진', right: 'comment' })]
    const { comments } = await say(deps, minji, COMMENT)
    const id = comments[0]?.id ?? ''
    await expect(close(deps, sujin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await close(deps, minji, id)).comments).toMatchObject([{ doneAt: AT }])
    expect((await close({ ...deps, now: () => NOW + 1 }, entry, id)).comments).toMatchObject([{ doneAt: iso(NOW + 1) }])
  })

  it('may contain any text of limited length, which is stored unchanged', async () => {
    const text = '<img src=x onerror=alert(1)> & “따옴표”'
    const { comments } = await say(deps, await holder({ name: '<b onclick=x>민지' }), { ...COMMENT, text })
    expect(comments).toMatchObject([{ text, by: '<b onclick=x>민지' }])
    for (const bad of ['', '   ', '가'.repeat(LONGEST_COMMENT + 1)])
      expect(newComment.safeParse({ ...COMMENT, text: bad }).success).toBe(false)
    expect(await create({ name: '민\u202e지' })).toMatchObject({ link: { name: '민 지' } })
  })

  it('replaces the oldest one that is done when there are too many', async () => {
    const text = '가'.repeat(LONGEST_COMMENT)
    const by = '가'.repeat(40)
    const comments = Array.from({ length: MOST_COMMENTS }, (_, i) => ({
      ...COMMENT,
      text,
      by,
      link: by,
      id: `c-${i}`,
      at: AT,
    }))
    const row = serviceKey.comments(entry.uid, entry.key)
    await write(tables, put(tables.service, { ...row, comments, version: 1 }))
    await expect(say(deps, entry, COMMENT)).rejects.toMatchObject({ code: 'COMMENTS_FULL' })
    const id = 'c-0'
    await close(deps, entry, id)
    const { comments: after } = await say(deps, entry, COMMENT)
    expect([after.length, after.some(each => each.id === id)]).toEqual([MOST_COMMENTS, false])
  })
})
