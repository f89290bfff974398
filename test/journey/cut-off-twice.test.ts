import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { startCloud } from '../../local/cloud.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { closed, media, submit } from '../support/journey.ts'
import { type Killable, startKillable } from '../support/killable.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'
import { visitor } from '../support/visitor.ts'

let folder: string
let child: Killable
let key: string

/** Transcribes a video until the machine is killed, twice. */
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  folder = mkdtempSync(join(tmpdir(), 'jamak-cut-off-'))
  child = await startKillable(inject('assembly'), folder, 'listening')
  const { api } = await visitor(child, 'patient')
  key = (await submit(api, await media('../../../local/sample/hello.mp4'))).key
  await child.hung('listening')
  await child.kill()
  child = await startKillable(inject('assembly'), folder, 'listening')
  await child.hung('listening')
  await child.kill()
})
afterAll(async () => {
  await child?.kill()
  rmSync(folder, { recursive: true, force: true })
})

it('a video whose transcription crashed the machine twice fails, is refunded and its owner notified', async () => {
  const engines = recordedEngines('hello')
  const transcribe = vi.fn(engines.speech.transcribe)
  const cloud = await startCloud({
    assembly: inject('assembly'),
    folder,
    port: 0,
    env: exampleSettings(),
    engines: { ...engines, speech: { transcribe } },
    quiet: true,
    schedules: false,
    waitScale: 0.02,
  })
  const { api } = await visitor(cloud, 'patient')
  expect(await closed(api, key)).toMatchObject({
    status: 'failed',
    failure: 'ENGINE_ERROR',
    used_token: 0,
    refunded: 4,
  })
  expect((await api('me')).token).toBe(200)
  expect(transcribe).not.toHaveBeenCalled()
  const subjects = () => cloud.emails().map(({ subject }) => subject)
  await eventually(() => expect(subjects()).toContain('자막을 만들지 못했어요: talk.mp4'))
  await expectBalancedLedger(cloud)
  await cloud.stop()
})
