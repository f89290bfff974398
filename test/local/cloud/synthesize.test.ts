import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings } from '../../../local/cloud/synthesize.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'settings-'))
  await writeFile(join(root, '.env.example'), 'DEPLOYMENT=development\nTEST_PAY=off\nA=example\nB=example\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('without a .env file the settings of .env.example apply, with the test payment button', async () => {
  expect(await readSettings(root, {})).toMatchObject({ A: 'example', TEST_PAY: 'on', DEPLOYMENT: 'local' })
})

it('without a .env file downloads are on only if a stand-in replaces YouTube', async () => {
  const secret = (apiKey: string) => `SECRET_YOUTUBE={"apiKey":"${apiKey}"}\nYOUTUBE_FETCH=off\n`
  await writeFile(join(root, '.env.example'), secret('local'))
  expect(await readSettings(root, {})).toMatchObject({ YOUTUBE_FETCH: 'on' })
  expect(await readSettings(root, { YOUTUBE_FETCH: 'off' })).toMatchObject({ YOUTUBE_FETCH: 'off' })
  const real = { SECRET_YOUTUBE: '{"apiKey":"AIzaSomebodys"}' }
  expect(await readSettings(root, real)).toMatchObject({ YOUTUBE_FETCH: 'off' })
  await writeFile(join(root, '.env'), secret('local'))
  expect(await readSettings(root, {})).toMatchObject({ YOUTUBE_FETCH: 'off' })
})

it('a .env file replaces .env.example, and environment variables override both', async () => {
  await writeFile(join(root, '.env'), 'A=own\nTEST_PAY=off\nC="two words"\n')
  const settings = await readSettings(root, { C: 'machine', DEPLOYMENT: 'production' })
  expect(settings).toMatchObject({ A: 'own', C: 'machine', TEST_PAY: 'off', DEPLOYMENT: 'local' })
  expect(settings).not.toHaveProperty('B')
})

it.each<[string, string | undefined, string]>([
  ['another model of the server checks the meaning if it is named', 'gemma2:9b', 'local.gemma2-9b'],
  ['nobody checks the meaning if none is named', undefined, ''],
])('with a model server, %s', async (_, MODEL_SERVER_CHECK_MODEL, checking) => {
  const server = {
    MODEL_SERVER_URL: 'http://127.0.0.1:1/v1',
    MODEL_SERVER_MODEL: 'qwen2.5:7b',
    MODEL_SERVER_CHECK_MODEL,
  }
  expect(await readSettings(root, server)).toMatchObject({
    TRANSLATOR: 'bedrock',
    BEDROCK_MODEL_ID: 'local.qwen2.5-7b',
    MEANING_CHECK_MODEL: checking,
  })
})
