import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  buildPatch,
  changesBetween,
  cutDraft,
  type Draft,
  draftFromStored,
  type Operation,
  openProject,
  patched,
  untouched,
  writeFiles,
} from '#subtitle-engine/edit'
import { closeReview, readProject, saveEdits } from '../../lambdas/archive/edits.ts'
import { type ArchiveDeps, deleteWithObjects, showEntry } from '../../lambdas/archive/entries.ts'
import { downloadSubtitle, previewCues } from '../../lambdas/archive/finished-subtitle.ts'
import { videoLink } from '../../lambdas/archive/media-links.ts'
import { storePeaks } from '../../lambdas/archive/peaks.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { ALLOWANCES, mostUploadBytes } from '../../lambdas/contract/limits.ts'
import { editsKey, subtitleKey, videoKey } from '../../lambdas/contract/media-objects.ts'
import { editRequest } from '../../lambdas/contract/project.ts'
import { projectView } from '../../lambdas/contract/project-view.ts'
import { update, write } from '../../lambdas/records/transaction.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { MOST_BODY_BYTES } from '../../lambdas/runtime/http.ts'
import { removePrefix } from '../../lambdas/runtime/media-bucket.ts'
import { finishedEntry, machine } from '../support/finished-entry.ts'
import { type Death, everyDeath, mortal, mortalClient } from '../support/kill-points.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { heldEntry, NOW, newUser } from '../support/users.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let deps: ArchiveDeps
let entry: ArchiveEntry
let names = 0

beforeAll(async () => {
  const newId = () => {
    names += 1
    return `n${names}`
  }
  deps = { tables: tables.tables, media: media.media, now: () => NOW, newId }
})
beforeEach(async () => {
  entry = await finishedEntry(tables, media, (await newUser(tables.tables)).uid)
})

function changed(start: Draft, ...operations: Operation[]): Draft {
  return operations.reduce((now, operation) => {
    const patch = buildPatch(now, operation, machine)
    return patch ? patched(now, patch) : now
  }, start)
}

const text = (id: string, korean: string): Operation => ({ kind: 'text', id, korean })
const request = (base: number, now: Draft, before = machine) =>
  editRequest.parse({ base, ...changesBetween(before.sentences, now.sentences) })
const save = (base: number, ...operations: Operation[]) =>
  saveEdits(deps, entry, request(base, changed(machine, ...operations)))
const downloaded = async (original?: 'yes') => {
  const { url } = await downloadSubtitle(deps, { ...entry, format: 'srt', original })
  return (await fetch(url)).text()
}

describe('the project of a subtitle', () => {
  it('has the machine’s sentences, words and translations', async () => {
    const view = projectView.parse(await readProject(deps, entry))
    expect(openProject(view.machine, 'polite').sentences).toEqual(machine.sentences)
    expect(view.stored).toBeUndefined()
    expect(view.videoUrl).toBeUndefined()
  })

  it('links to the uploaded video while it is stored', async () => {
    await media.put(videoKey(entry.uid, entry.title), 'film')
    const { videoUrl = '' } = await readProject(deps, entry)
    expect(await (await fetch(videoUrl)).text()).toBe('film')
    expect(new URL(videoUrl).searchParams.get('X-Amz-Expires')).toBe('900')
    const { url = '' } = await videoLink(deps, entry)
    expect(await (await fetch(url)).text()).toBe('film')
    const later = { ...deps, now: () => NOW + 4 * 24 * 60 * 60 * 1000 }
    expect((await readProject(later, entry)).videoUrl).toBeUndefined()
  })

  it('accepts a waveform only of exactly its length, returns it as bytes, and gives no link for writing', async () => {
    const peaks = new Uint8Array(2000).fill(7)
    const store = (bytes: Uint8Array) => storePeaks(deps, entry, Buffer.from(bytes).toString('base64'))
    expect((await readProject(deps, entry)).peaksUrl).toBeUndefined()
    for (const wrong of [new Uint8Array(1999), new Uint8Array(2_000_000), Buffer.from('<script>alert(1)</script>')])
      await expect(store(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await store(peaks)
    const { peaksUrl = '' } = await readProject(deps, entry)
    const answer = await fetch(peaksUrl)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(peaks)
    const put = { method: 'PUT', body: peaks, headers: { 'content-type': 'text/html' } }
    expect((await fetch(peaksUrl, put)).status).toBe(403)
    await deleteWithObjects(deps, entry)
    await expect(store(peaks)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(media.keys().filter(key => key.endsWith('.peaks.bin') && key.includes(entry.uid))).toEqual([])
  })

  it('has no link to a video that is too large for its measured length', async () => {
    const object = videoKey(entry.uid, entry.title)
    await media.put(object, 'x'.repeat(mostUploadBytes(0) + 1))
    expect((await readProject(deps, entry)).videoUrl).toBeDefined()
    const { archive } = tables.tables
    await write(tables.tables, update(archive, { uid: entry.uid, key: entry.key }, { set: { duration_seconds: 0 } }))
    expect((await readProject(deps, entry)).videoUrl).toBeUndefined()
    expect(await videoLink(deps, entry)).toEqual({})
    await media.put(object, 'film')
  })

  it('is shown to its owner only', async () => {
    const other = { uid: (await newUser(tables.tables)).uid, key: entry.key }
    await expect(videoLink(deps, other)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await expect(readProject(deps, other)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await expect(saveEdits(deps, other, { base: 0, put: [], remove: [] })).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await expect(closeReview(deps, other, true)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await expect(storePeaks(deps, other, 'AAAA')).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })

  it('is deleted with its entry, saved versions included', async () => {
    await save(0, text('s1', '하나'))
    await save(1, text('s1', '하나'), text('s2', '둘'))
    await deleteWithObjects(deps, entry)
    expect(media.keys().filter(key => key.includes(`${entry.uid}/${entry.key}`))).toEqual([])
  })
})

describe('saving edits', () => {
  it('publishes the files that the page cut, byte for byte, with their certificate', async () => {
    const now = changed(machine, text('s2', '밤이 깊었어요'), { kind: 'break', id: 's3', at: 1, as: 'line' })
    expect(await saveEdits(deps, entry, request(0, now))).toEqual({ version: 1, conflicts: [], put: [], remove: [] })
    const cut = cutDraft(now)
    expect(await downloaded()).toBe(writeFiles(cut).srt)
    expect((await previewCues(deps, entry)).cues).toEqual(writeFiles(cut).preview)
    const shown = await showEntry(deps, entry)
    expect(shown.certificate).toMatchObject(cut.certificate)
    expect(shown.first_cues).toEqual(cut.cues.slice(0, 2).map(({ lines }) => lines.join(' ')))
    expect(shown.edit_version).toBe(1)
  })

  it('keeps the machine’s original available for download', async () => {
    const before = await downloaded()
    await save(0, text('s1', '다르게'))
    expect(await downloaded()).toContain('다르게')
    expect(await downloaded('yes')).toBe(before)
    const { filename } = await downloadSubtitle(deps, { ...entry, format: 'srt', original: 'yes' })
    expect(filename).toMatch(/ \(고치기 전\)\.srt$/)
  })

  it('merges two tabs sentence by sentence and returns to each the other’s changes', async () => {
    await save(0, text('s1', '하나'))
    const answer = await save(0, text('s2', '둘'))
    expect(answer).toMatchObject({ version: 2, conflicts: [], put: [{ id: 's1', korean: '하나' }] })
    expect(await downloaded()).toMatch(/하나[\s\S]*둘/)
  })

  it('stores nothing if two tabs changed the same sentence, and returns the stored text', async () => {
    await save(0, text('s1', '하나'))
    const answer = await save(0, text('s1', '일'), text('s2', '둘'))
    expect(answer).toMatchObject({ version: 1, conflicts: [{ id: 's1', theirs: { korean: '하나' } }] })
    expect(await downloaded()).not.toContain('둘')
  })

  it('keeps one of two saves at the same moment from overwriting the other', async () => {
    const answers = await Promise.all([save(0, text('s1', '하나')), save(0, text('s2', '둘'))])
    expect(answers.map(({ version }) => version).sort()).toEqual([1, 2])
    expect(await downloaded()).toMatch(/하나[\s\S]*둘/)
    const left = media.keys().filter(key => key.includes(entry.uid) && key.endsWith('.edits.json'))
    expect(left).toHaveLength(2)
  })

  it('returns the same version when a save is repeated, because its response may have been lost', async () => {
    const now = request(0, changed(machine, text('s1', '하나')))
    expect([(await saveEdits(deps, entry, now)).version, (await saveEdits(deps, entry, now)).version]).toEqual([1, 1])
  })

  it('stores all or nothing wherever the process dies, and the next save succeeds', async () => {
    const before = await downloaded()
    const now = request(0, changed(machine, text('s1', '하나')))
    const points = await everyDeath(async (death: Death) => {
      entry = await finishedEntry(tables, media, (await newUser(tables.tables)).uid)
      const life = mortal(death)
      const dying = { ...deps, tables: { ...deps.tables, client: mortalClient(deps.tables.client, life) } }
      const died = await saveEdits(dying, entry, now).then(
        () => false,
        () => true,
      )
      const there = await downloaded()
      expect([before, writeFiles(cutDraft(changed(machine, text('s1', '하나')))).srt]).toContain(there)
      await saveEdits(deps, entry, now)
      expect(await downloaded()).toContain('하나')
      return died
    })
    expect(points).toBeGreaterThan(3)
  })

  it('removes files of an interrupted save when the editor is opened later', async () => {
    const ours = () => media.keys().filter(key => key.includes(`${entry.uid}/${entry.key}`))
    await save(0, text('s1', '하나'))
    await save(1, text('s1', '하나'), text('s2', '둘'))
    const kept = ours()
    for (const format of ['srt', 'vtt', 'bilingual'] as const)
      await media.put(subtitleKey(entry.uid, entry.title, format, 'e3-dead'))
    await media.put(editsKey(entry.uid, entry.title, 'e3-dead'))
    await readProject({ ...deps, now: Date.now }, entry)
    expect(ours()).toHaveLength(kept.length + 4)
    await readProject({ ...deps, now: () => Date.now() + 2 * 60 * 60 * 1000 }, entry)
    expect(ours()).toEqual(kept)
  })

  it('is refused if sentences claim the same words, within the save or with what is stored', async () => {
    const all = machine.words.length
    const claim = (id: string) => ({ id, from: 0, to: all, korean: '모두', breaks: [], problems: [] })
    const twice = { base: 0, put: [claim('x1'), claim('x2')], remove: ['s1', 's2', 's3'] }
    await expect(saveEdits(deps, entry, twice)).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
    const beside = { base: 0, put: [claim('x1')], remove: [] }
    await expect(saveEdits(deps, entry, beside)).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
    const alone = { base: 0, put: [claim('x1')], remove: ['s1', 's2', 's3'] }
    expect(await saveEdits(deps, entry, alone)).toMatchObject({ version: 1, conflicts: [] })
  })

  it('is refused if it contains one sentence twice', async () => {
    const [first] = machine.sentences
    if (!first) throw new Error('the machine wrote no sentence')
    const put = ['하나', '둘'].map(korean => ({ ...first, korean }))
    await expect(saveEdits(deps, entry, { base: 0, put, remove: [] })).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
  })

  it('is refused without a defect while the account is closed, whose objects go before its rows', async () => {
    await removePrefix(media.media, `srts/${entry.uid}/`)
    await expect(save(0, text('s1', '하나'))).rejects.toMatchObject({ code: 'NO_SUBTITLE' })
  })

  it('is refused to a suspended user, who may still read', async () => {
    await setSuspended(tables.tables, entry.uid, 'spam')
    await expect(save(0, text('s1', '하나'))).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect((await readProject(deps, entry)).stored).toBeUndefined()
  })

  it('leaves no object behind if the entry is deleted while the save runs', async () => {
    const writing = deps.tables.client.send.bind(deps.tables.client)
    const later = async () => deleteWithObjects({ ...deps, tables: { ...deps.tables } }, entry)
    const client = Object.create(deps.tables.client)
    let isDeleted = false
    client.send = async (command: object) => {
      const isPublishing = JSON.stringify(command).includes('edit_version')
      if (isPublishing && !isDeleted) {
        isDeleted = true
        await later()
      }
      return Reflect.apply(writing, undefined, [command])
    }
    const racing = { ...deps, tables: { ...deps.tables, client } }
    await saveEdits(racing, entry, request(0, changed(machine, text('s1', '하나')))).catch(() => undefined)
    expect(isDeleted).toBe(true)
    expect(media.keys().filter(key => key.includes(`${entry.uid}/${entry.key}`))).toEqual([])
  })

  it('leaves no object behind if it is published while the entry is being deleted', async () => {
    const real = await media.media.client()
    const send = real.send.bind(real)
    let isSaved = false
    const client = Object.create(real)
    client.send = async (command: object) => {
      const result = await Reflect.apply(send, undefined, [command])
      // The listing of the subtitles is taken; the save publishes before its objects and the row are deleted.
      const isListing = JSON.stringify(command).includes(`srts/${entry.uid}`) && 'Contents' in Object(result)
      if (isListing && !isSaved) {
        isSaved = true
        await save(0, text('s1', '하나'))
      }
      return result
    }
    await deleteWithObjects({ ...deps, media: { ...deps.media, client: async () => client } }, entry)
    expect(isSaved).toBe(true)
    expect(media.keys().filter(key => key.includes(`${entry.uid}/${entry.key}`))).toEqual([])
  })

  it('cleans hostile texts as the page does', async () => {
    const hostile = '<script>alert(1)</script> --> \u0000\ue000 안녕'
    const [sentence] = machine.sentences
    if (!sentence) throw new Error('no sentence')
    await saveEdits(deps, entry, { base: 0, put: [{ ...sentence, korean: hostile }], remove: [] })
    const { stored } = projectView.parse(await readProject(deps, entry))
    const now = changed(machine, text('s1', hostile))
    expect(draftFromStored(machine, stored ?? untouched(machine)).sentences[0]?.korean).toBe(now.sentences[0]?.korean)
    expect(await downloaded()).not.toMatch(/<script|\ue000/)
  })

  it.each([
    ['words that do not exist', { from: 0, to: 999 }],
    ['a start after its end', { startMs: 5000, endMs: 4000 }],
    ['a time after the end of the media', { startMs: 900_000, endMs: 900_500 }],
    [
      'a break twice',
      {
        breaks: [
          { at: 1, kind: 'cue' as const },
          { at: 1, kind: 'line' as const },
        ],
      },
    ],
  ])('refuses %s', async (_, fault) => {
    const [sentence] = machine.sentences
    if (!sentence) throw new Error('no sentence')
    const put = [{ ...sentence, ...fault }]
    await expect(saveEdits(deps, entry, { base: 0, put, remove: [] })).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
  })

  it('refuses a version from the future', async () => {
    await expect(save(7, text('s1', '하나'))).rejects.toMatchObject({ code: 'EDIT_REFUSED' })
  })

  it('bounds every field and the whole request', () => {
    const [sentence] = machine.sentences
    const parse = (fault: object) =>
      editRequest.safeParse({ base: 0, put: [{ ...sentence, ...fault }], remove: [] }).success
    expect(parse({})).toBe(true)
    for (const fault of [
      { korean: '가'.repeat(1001) },
      { id: '../x' },
      { id: 'x'.repeat(61) },
      { speaker: 'x'.repeat(41) },
      { startMs: -1 },
      { startMs: 0.5 },
      { breaks: Array.from({ length: 41 }, (_, i) => ({ at: i + 1, kind: 'cue' })) },
    ])
      expect(parse(fault)).toBe(false)
    expect(
      editRequest.safeParse({ base: 0, put: Array.from({ length: 501 }, () => sentence), remove: [] }).success,
    ).toBe(false)
    expect(MOST_BODY_BYTES).toBeLessThan(1_000_000)
  })

  it('accepts the longest text and the most breaks that the page can produce for a sentence, and nothing beyond', () => {
    const long = changed(machine, text('s1', '가 '.repeat(5000)))
    const full = changed(
      long,
      ...Array.from({ length: 100 }, (_, i): Operation => ({ kind: 'break', id: 's1', at: i + 1, as: 'line' })),
    )
    const [put] = request(0, full).put
    const longer = { ...put, korean: `${put?.korean.padEnd(1000, '가')}가` }
    const broken = { ...put, breaks: [...(put?.breaks ?? []), { at: 400, kind: 'line' }] }
    expect(put?.korean.length).toBeGreaterThan(990)
    for (const beyond of [longer, broken])
      expect(editRequest.safeParse({ base: 0, put: [beyond], remove: [] }).success).toBe(false)
  })

  it('is limited by an allowance', async () => {
    const row = { ...ALLOWANCES.edit }
    expect(z.object({ limit: z.int().max(3600), seconds: z.int() }).parse(row)).toBeTruthy()
    await save(0, text('s1', '하나'))
    const spent = (await tables.rows('service')).filter(({ id }) =>
      String(id).startsWith(`allowance#edit#${entry.uid}`),
    )
    expect(spent).toMatchObject([{ uses: 1 }])
  })
})

describe('a finished review', () => {
  it('is marked on the entry until something is edited again', async () => {
    expect((await closeReview(deps, entry, true)).reviewed_at).toBeDefined()
    await save(0, text('s1', '하나'))
    expect((await showEntry(deps, entry)).reviewed_at).toBeUndefined()
    await closeReview(deps, entry, true)
    expect((await closeReview(deps, entry, false)).reviewed_at).toBeUndefined()
  })

  it('of an unfinished subtitle is refused', async () => {
    const open = await heldEntry(tables.tables, entry.uid)
    await expect(closeReview(deps, open, true)).rejects.toMatchObject({ code: 'NO_SUBTITLE' })
  })
})
