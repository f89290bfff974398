import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { plainFile } from '#mp4-sound'
import { koreanProfile } from '#subtitle-engine'
import { openProject } from '#subtitle-engine/edit'
import { ROUTES, type RouteResponse } from '../../lambdas/contract/routes.ts'
import { probeMedia } from '../../lambdas/source/probe.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { startCloud } from '../../local/cloud.ts'
import { Editor } from '../../web/editor/draft/editor.ts'
import { unsavedEdits } from '../../web/editor/draft/unsaved.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { inMemory } from '../source/made-media.ts'
import { eventually } from '../support/eventually.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { sendHalfForm } from '../support/half-form.ts'
import { closed, media, sendForm, submit } from '../support/journey.ts'
import { type Killable, startKillable } from '../support/killable.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { age, expectBalancedLedger } from '../support/stored-rows.ts'
import { rawCall, type Visitor, visitor } from '../support/visitor.ts'

const PEOPLE = ['reviewing', 'telling', 'translating', 'listening', 'silent', 'uploaded', 'form'] as const
type Person = (typeof PEOPLE)[number]

let folder: string
let child: Killable
let cloud: Cloud
let hello: Buffer
let hum: Buffer
const keys = new Map<Person, string>()
/** Storage of the editor's browser. */
const browser = memoryStorage()
const again = { 'idempotency-key': randomUUID() }

const keyOf = (person: Person): string => keys.get(person) ?? ''
const as = (person: Person) => visitor(cloud, person)
const subjectsTo = (person: Person) =>
  cloud
    .emails()
    .filter(email => email.to.includes(`${person}@example.com`))
    .map(email => email.subject.split(':')[0])

/** Submits the form's video; repeating the request returns the same entry with a fresh form. */
async function announceForm(siteUrl: string, accessToken: string): Promise<RouteResponse<'submitVideo'>> {
  const body = { filename: 'a.mp4', size: hello.length, type: 'video/mp4', durationSeconds: 20 }
  const headers = { ...again, authorization: `Bearer ${accessToken}` }
  return ROUTES.submitVideo.response.parse((await rawCall(siteUrl, 'submitVideo', { body }, headers)).body)
}

/** The page's editor over the API of a running service; `own` is the browser's store. */
async function openReview({ api }: Visitor, own: Storage): Promise<Editor> {
  const parameters = { key: keyOf('reviewing') }
  const { machine, stored } = await api('readProject', { parameters })
  return new Editor({
    machine: openProject(machine, 'polite'),
    stored,
    profile: koreanProfile,
    send: body => api('saveEdits', { parameters, body }),
    unsaved: unsavedEdits(keyOf('reviewing'), own, memoryStorage()),
    now: Date.now,
    afterPaint: () => () => undefined,
    newId: () => randomUUID(),
    later: () => () => undefined,
  })
}

const SAVED = ['처음 고친 문장이에요.', '다음에 고친 문장이에요.']
const UNSAVED = '저장하는 동안 고친 문장이에요.'

/** Edits two sentences until they are saved, and a third while the service can no longer store files. */
async function reviewUntilKilled(person: Visitor): Promise<void> {
  keys.set('reviewing', (await submit(person.api, hello)).key)
  expect((await closed(person.api, keyOf('reviewing'))).status).toBe('done')
  const review = await openReview(person, browser)
  const ids = review.state.draft.sentences.map(({ id }) => id)
  for (const [i, korean] of SAVED.entries()) {
    review.perform({ kind: 'text', id: ids[i] ?? '', korean })
    await review.flush()
    expect(review.state.save).toBe('saved')
  }
  await child.hold('writing')
  review.perform({ kind: 'text', id: ids[2] ?? '', korean: UNSAVED })
  void review.flush()
  await child.hung('writing')
  expect(review.state.save).toBe('saving')
  await child.hold('')
}

/**
 * Brings videos into several stages, then kills the service. `npm run attack` kills it at every call of every state.
 */
async function killInStages(): Promise<void> {
  child = await startKillable(inject('assembly'), folder)
  const { siteUrl } = child
  const person = (name: Person) => visitor(child, name)
  await reviewUntilKilled(await person('reviewing'))
  for (const stage of ['telling', 'translating', 'listening'] as const) {
    const { api } = await person(stage)
    await child.hold(stage)
    keys.set(stage, (await submit(api, hello)).key)
    await child.hung(stage)
    await child.hold('')
  }
  const waiting = await person('silent')
  keys.set('silent', (await submit(waiting.api, hum)).key)
  const inLine = async () => (await waiting.api('readEntry', { parameters: { key: keyOf('silent') } })).status
  await eventually(async () => expect(await inLine()).toBe('listening'))

  const [unheard, inForm] = [await person('uploaded'), await person('form')]
  await child.hold('uploaded')
  keys.set('uploaded', (await submit(unheard.api, hello)).key)
  const { entry, post } = await announceForm(siteUrl, inForm.accessToken)
  keys.set('form', entry.key)
  if (post) await sendHalfForm(post, hello)
  await child.kill()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jamak-killed-'))
  hello = await media('../../../local/sample/hello.mp4')
  hum = await media('hum.mp4')
  await killInStages()
  const { speech, translation } = recordedEngines('hello')
  const nobody = { words: [], language: 'en-US', languageScore: 0.9, durationMs: 3000 }
  // The engine receives the sound that settling rebuilt, not the upload.
  const silence = plainFile(inMemory(hum), (await probeMedia(inMemory(hum), 60)).track).size
  const transcribe = async (file: string) => ((await stat(file)).size === silence ? nobody : speech.transcribe(file))
  cloud = await startCloud({
    assembly: inject('assembly'),
    folder,
    port: 0,
    env: exampleSettings(),
    engines: { speech: { transcribe }, translation },
    quiet: process.env.STORY_LOGS !== 'on',
    schedules: false,
    waitScale: 0.02,
  })
})
afterAll(async () => {
  await child?.kill()
  await cloud?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('after a kill -9 and a restart on the same data', () => {
  it.each(['telling', 'translating', 'listening'] as const)(
    'a video that was at %s is done, charged and told once',
    async stage => {
      const { api } = await as(stage)
      expect(await closed(api, keyOf(stage))).toMatchObject({ status: 'done', used_token: 4 })
      expect((await api('me')).token).toBe(196)
      const { url } = await api('downloadSubtitle', { parameters: { key: keyOf(stage) } })
      expect(await (await fetch(url)).text()).toContain('환영해요')
      await eventually(() => expect(subjectsTo(stage)).toContain('자막이 완성됐어요'))
    },
  )

  it('the editor shows every edit that was confirmed as saved, and restores the rest from the browser', async () => {
    const person = await as('reviewing')
    const srt = async () => {
      const { url } = await person.api('downloadSubtitle', { parameters: { key: keyOf('reviewing') } })
      return (await (await fetch(url)).text()).replace(/\s+/g, ' ')
    }
    const first = ({ state }: Editor) => state.draft.sentences.slice(0, 3).map(({ korean }) => korean)
    const elsewhere = await openReview(person, memoryStorage())
    expect(first(elsewhere).slice(0, 2)).toEqual(SAVED)
    expect(first(elsewhere)[2]).not.toBe(UNSAVED)
    expect(await srt()).toContain('다음에 고친 문장이에요')
    const review = await openReview(person, browser)
    await review.flush()
    expect([review.state.save, first(review)]).toEqual(['saved', [...SAVED, UNSAVED]])
    expect(await srt()).toContain('저장하는 동안')
    expect(browser.length).toBe(0)
  })

  it('a video that fails is refunded in full', async () => {
    const { api } = await as('silent')
    expect(await closed(api, keyOf('silent'))).toMatchObject({ status: 'failed', failure: 'NO_SPEECH', used_token: 0 })
    expect((await api('me')).token).toBe(200)
    await eventually(() => expect(subjectsTo('silent')).toContain('자막을 만들지 못했어요'))
  })

  it('the sweeper starts an upload whose event was lost', async () => {
    const { uid, api } = await as('uploaded')
    await age(cloud, { uid, key: keyOf('uploaded') }, 1)
    await cloud.runRule('WorkflowEveryFiveMinutes')
    expect((await closed(api, keyOf('uploaded'))).status).toBe('done')
  })

  it('an interrupted form upload leaves nothing behind and can be repeated for the same entry', async () => {
    const { accessToken, api } = await as('form')
    expect((await api('readEntry', { parameters: { key: keyOf('form') } })).status).toBe('uploading')
    const { entry, post } = await announceForm(cloud.siteUrl, accessToken)
    expect(entry.key).toBe(keyOf('form'))
    if (post) await sendForm(post, hello)
    expect((await closed(api, entry.key)).status).toBe('done')
  })

  it('no email was sent twice, every ledger adds up to its balance, and no video is still open', async () => {
    await eventually(() => expect(cloud.executions().filter(({ status }) => status === 'RUNNING')).toEqual([]))
    for (const person of PEOPLE) {
      const subjects = subjectsTo(person)
      expect([person, subjects.length]).toEqual([person, new Set(subjects).size])
    }
    await expectBalancedLedger(cloud)
    expectNoPersonalData(cloud, 'talk.mp4', 'a.mp4')
  })
})
