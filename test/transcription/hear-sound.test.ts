import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { ENGINE_KEY, type HearingEngine, weightsKey } from '../../lambdas/contract/hearing.ts'
import { soundKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { type HearDeps, hearSound } from '../../lambdas/transcription/hear-sound.ts'
import { sha256 } from '../fixtures/models/tiny-manifest.ts'
import { setUpBucket } from '../support/bucket.ts'
import { setUpTables } from '../support/tables.ts'
import { heldEntry, NOW, newUser } from '../support/users.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
const folder = mkdtempSync(join(tmpdir(), 'hear-sound-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES: Record<string, string> = { 'encoder.onnx': 'an encoder', 'tokens.txt': 'its tokens' }
const engine = (id: string): HearingEngine => ({
  ...{ id, kind: 'transducer', licence: 'CC-BY-4.0', source: 'made by the test' },
  files: Object.entries(FILES).map(([name, content]) => {
    const bytes = Buffer.from(content)
    return { name, bytes: bytes.length, sha256: sha256(bytes) }
  }),
})
async function putWeights(id: string, files = FILES): Promise<void> {
  for (const [name, content] of Object.entries(files)) await bucket.put(weightsKey(id, name), content)
  await bucket.put(ENGINE_KEY, JSON.stringify(engine(id)))
}

/** The recognizer's result, and the contents of the sounds and weights passed to it. */
let language: string
let heard: string[]
let loaded: Record<string, string>[]
let deps: HearDeps
let entry: Awaited<ReturnType<typeof heldEntry>>

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  language = 'en-US'
  heard = []
  loaded = []
  deps = {
    tables: test.tables,
    media: bucket.media,
    now: () => NOW,
    folder,
    openRecognizer({ engine: { files }, folder: place }) {
      loaded.push(Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(place, name), 'utf8')])))
      return {
        async hear(media) {
          heard.push(readFileSync(media, 'utf8'))
          return { language, transcript: { engine: 'own', results: { items: [] } } }
        },
      }
    },
  }
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
  await bucket.put(soundKey(entry, 1, 'sound.mp4'), 'part 1')
  await bucket.put(soundKey(entry, undefined, 'sound.mp4'), 'the whole')
  await putWeights('first')
})
const hear = (part?: number) => hearSound(deps, { uid: entry.uid, key: entry.key, sound: { part } })
const results = async () => (await bucket.keys()).filter(key => key.includes(entry.uid) && key.endsWith('heard.json'))

it('transcribes a part and a whole recording, loads the weights once, and stores each transcript beside its sound', async () => {
  await hear(1)
  await hear()
  expect(heard).toEqual(['part 1', 'the whole'])
  expect(loaded).toEqual([FILES])
  expect(await results()).toEqual([soundKey(entry, undefined, 'heard.json'), soundKey(entry, 1, 'heard.json')])
  expect(readdirSync(folder).filter(name => !name.startsWith('weights-'))).toEqual([])
})

it('transcribes no sound twice, and none that captions replace', async () => {
  await hear(1)
  await hear(1)
  await bucket.put(workKey(entry.uid, entry.key, 'captions.json'), '{}')
  await hear()
  expect(heard).toEqual(['part 1'])
})

it('leaves words that may not be English to Amazon Transcribe', async () => {
  language = 'und'
  await hear(1)
  expect(await results()).toEqual([])
})

it('loads new weights that the operator uploaded', async () => {
  await hear(1)
  await putWeights('second')
  await hear()
  expect(loaded).toHaveLength(2)
})

it('never loads weights that differ from their digest', async () => {
  await putWeights('third', { ...FILES, 'tokens.txt': 'Its tokens' })
  await expect(hear(1)).rejects.toThrow('tokens.txt of third is not the pinned file')
  expect(loaded).toEqual([])
  expect(readdirSync(folder).filter(name => name.startsWith('unchecked-'))).toEqual([])
})

it.each([{}, { language: 'en-US' }, 'words'])('refuses %j from a recognizer of another version', async answer => {
  deps = { ...deps, openRecognizer: () => ({ hear: async () => answer }) }
  await expect(hear(1)).rejects.toThrow()
  expect(await results()).toEqual([])
})
