import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, expect, inject, it } from 'vitest'
import { workKey } from '../../lambdas/contract/media-objects.ts'
import { STATES } from '../../lambdas/contract/workflow.ts'
import { createApp } from '../../lib/app.ts'
import { readConfig } from '../../lib/config.ts'
import type { SpeechEngine } from '../../local/engines/engine.ts'
import { putWeights } from '../../local/engines/models/put-weights.ts'
import { type Tone, toneWav } from '../fixtures/media/tones.ts'
import { tinySpeechModel } from '../fixtures/models/tiny-manifest.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { closed, submit } from '../support/journey.ts'
import { encodedMp4 } from '../support/mp4/coded-sound.ts'
import { setUpStory } from '../support/running.ts'

const folder = mkdtempSync(join(tmpdir(), 'jamak-own-hearing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
createApp({
  config: readConfig({ ...exampleSettings(), DEPLOYMENT: 'local', HEARING: 'own' }),
  bundles: inject('bundles'),
  page: inject('page'),
  outdir: join(folder, 'cdk.out'),
  validation: false,
}).app.synth()

/** Runs of Amazon Transcribe's engine: two per part, because a part has too little speech to identify its language. */
let transcribed = 0
const speech: SpeechEngine = {
  async transcribe() {
    transcribed += 1
    const words = ['This', 'was', 'left', 'to', 'Amazon'].map((text, i) => {
      const startMs = 300_000 + i * 400
      return { text, startMs, endMs: startMs + 300, confidence: 0.9, after: text === 'Amazon' ? '.' : '' }
    })
    return { words, language: 'en-US', languageScore: 0.99, durationMs: 608_000 }
  },
}
const translation = { translate: async (texts: string[]) => texts.map(() => '작은 세계예요.') }
const story = await setUpStory({ assembly: join(folder, 'cdk.out'), engines: { speech, translation } })
const s3 = story.cloud.client(S3Client)
const bucket = story.cloud.physicalName('Media')

const SECONDS = 1200
const RATE = 16_000
/** The words that the tiny model recognizes, as tones from a given time. */
const WORDS = {
  Hello: (at: number): Tone[] => [[at, 0.3, 400]],
  small: (at: number): Tone[] => [[at, 0.3, 900]],
  'world.': (at: number): Tone[] => [
    [at, 0.3, 1800],
    [at + 0.3, 0.24, 3200],
    [at + 0.6, 0.24, 2500],
  ],
}
/** Several sentences, because a transcript that repeats one would count as a hallucination. */
const SENTENCES = [
  ['Hello', 'world.'],
  ['small', 'world.'],
  ['Hello', 'small', 'world.'],
  ['small', 'Hello', 'world.'],
] as const
const sentenceAt = (i: number) => SENTENCES[(i * i + (i >> 2)) % SENTENCES.length] ?? SENTENCES[0]

/** A recording with a sentence at each of these times, in seconds. */
async function recording(seconds: number[]): Promise<Buffer> {
  const tones = seconds.flatMap((at, i) => sentenceAt(i).flatMap((word, n) => WORDS[word](at + n * 0.5)))
  const wav = toneWav(SECONDS, tones)
  const samples = Float32Array.from(
    new Int16Array(wav.buffer, wav.byteOffset + 44, SECONDS * RATE),
    one => one / 32_768,
  )
  return Buffer.from(await encodedMp4('mp3', 1, samples, RATE))
}

async function submitted(name: string, said: number[]) {
  const api = await story.person(name)
  transcribed = 0
  const { uid, key } = await submit(api, await recording(said), { durationSeconds: SECONDS })
  const entry = await closed(api, key)
  const execution = story.cloud.executions().find(one => one.name.endsWith(`${uid}-${key}`))
  const states = execution?.history().map(({ state }) => state) ?? []
  const read = async (object: 'sentences.json') => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: workKey(uid, key, object) }))
    return JSON.parse((await Body?.transformToString()) ?? '')
  }
  return { entry, states, read }
}

/** Four sentences on each side of the cut at 600 seconds, and two in the overlap. */
const SAID = [20, 200, 350, 500, 594, 604, 700, 850, 1000, 1150]

it('without weights in the bucket, Amazon Transcribe transcribes every part, and the subtitle is still made', async () => {
  const { entry, states } = await submitted('minji', SAID)
  expect(entry).toMatchObject({ status: 'done', used_token: 200 })
  expect(transcribed).toBeGreaterThanOrEqual(2)
  expect(states).toContain(STATES.leaveToTranscribe)
})

it('our recognizer transcribes every part, and joining them neither loses nor doubles a word', async () => {
  const { model, place } = tinySpeechModel(folder)
  await putWeights({ s3, bucket, log: () => {} }, model, place)
  const { entry, states, read } = await submitted('jisu', SAID)
  expect(entry).toMatchObject({ status: 'done', used_token: 200 })
  expect(transcribed).toBe(0)
  expect(states).not.toContain(STATES.checkTranscription)
  const { sentences, engine } = await read('sentences.json')
  expect(engine).toBe('parakeet-tdt-0.6b-v2')
  expect(sentences.map(({ text }: { text: string }) => text)).toEqual(SAID.map((_, i) => sentenceAt(i).join(' ')))
  for (const [i, { startMs }] of sentences.entries())
    expect(Math.abs(startMs - (SAID[i] ?? 0) * 1000)).toBeLessThan(200)
})

it('Amazon Transcribe transcribes a part that may not be English, and its words join the others', async () => {
  const dense = Array.from({ length: 12 }, (_, i) => 650 + i * 40)
  const { entry, read } = await submitted('hana', [20, 200, 350, ...dense])
  expect(entry).toMatchObject({ status: 'done' })
  expect(transcribed).toBeGreaterThan(0)
  const { sentences } = await read('sentences.json')
  const own = [0, 1, 2].map(i => sentenceAt(i).join(' '))
  expect(sentences.map(({ text }: { text: string }) => text)).toEqual([...own, 'This was left to Amazon.'])
})
