import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, inject } from 'vitest'
import { workKey } from '../../lambdas/contract/media-objects.ts'
import { createApp } from '../../lib/app.ts'
import { readConfig } from '../../lib/config.ts'
import type { SpeechEngine } from '../../local/engines/engine.ts'
import { putWeights } from '../../local/engines/models/put-weights.ts'
import { type Tone, toneWav } from '../fixtures/media/tones.ts'
import { tinySpeechModel } from '../fixtures/models/tiny-manifest.ts'
import { exampleSettings } from './example-settings.ts'
import { closed, submit } from './journey.ts'
import { encodedMp4 } from './mp4/coded-sound.ts'
import { setUpStory } from './running.ts'

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
/** The words of the nth sentence of a recording. */
export const sentenceAt = (i: number) => SENTENCES[(i * i + (i >> 2)) % SENTENCES.length] ?? SENTENCES[0]

/**
 * An application with `HEARING=own` for recordings of this many seconds. What it leaves to Amazon Transcribe becomes
 * one sentence, which begins `leftMs` after the start of a part.
 */
export async function setUpOwnHearing(seconds: number, leftMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-own-hearing-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  createApp({
    config: readConfig({ ...exampleSettings(), DEPLOYMENT: 'local', HEARING: 'own' }),
    bundles: inject('bundles'),
    page: inject('page'),
    outdir: join(folder, 'cdk.out'),
    validation: false,
  }).app.synth()

  /**
   * Runs of Amazon Transcribe's engine: two per part, because a part has too little speech to identify its language.
   */
  let transcribed = 0
  const speech: SpeechEngine = {
    async transcribe() {
      transcribed += 1
      const words = ['This', 'was', 'left', 'to', 'Amazon'].map((text, i) => {
        const startMs = leftMs + i * 400
        return { text, startMs, endMs: startMs + 300, confidence: 0.9, after: text === 'Amazon' ? '.' : '' }
      })
      return { words, language: 'en-US', languageScore: 0.99, durationMs: Math.min(seconds, 608) * 1000 }
    },
  }
  const translation = { translate: async (texts: string[]) => texts.map(() => '작은 세계예요.') }
  const story = await setUpStory({ assembly: join(folder, 'cdk.out'), engines: { speech, translation } })
  const s3 = story.cloud.client(S3Client)
  const bucket = story.cloud.physicalName('Media')

  return {
    /** A recording with a sentence at each of these times, in seconds. */
    async recording(said: readonly number[]): Promise<Buffer> {
      const tones = said.flatMap((at, i) => sentenceAt(i).flatMap((word, n) => WORDS[word](at + n * 0.5)))
      const wav = toneWav(seconds, tones)
      const samples = Float32Array.from(
        new Int16Array(wav.buffer, wav.byteOffset + 44, seconds * RATE),
        one => one / 32_768,
      )
      return Buffer.from(await encodedMp4('mp3', 1, samples, RATE))
    },

    /** Stores the weights of the recognizer in the bucket, as an operator does. */
    async storeWeights(): Promise<void> {
      const { model, place } = tinySpeechModel(folder)
      await putWeights({ s3, bucket, log: () => {} }, model, place)
    },

    /** Submits a recording; returns its closed entry, the states of its execution and the transcribed sentences. */
    async submitted(name: string, sound: Buffer) {
      const api = await story.person(name)
      transcribed = 0
      const { uid, key } = await submit(api, sound, { durationSeconds: seconds })
      const entry = await closed(api, key)
      const execution = story.cloud.executions().find(one => one.name.endsWith(`${uid}-${key}`))
      const states = execution?.history().map(({ state }) => state) ?? []
      const Key = workKey(uid, key, 'sentences.json')
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }))
      const { sentences, engine } = JSON.parse((await Body?.transformToString()) ?? '')
      const texts: string[] = sentences.map(({ text }: { text: string }) => text)
      const starts: number[] = sentences.map(({ startMs }: { startMs: number }) => startMs)
      return { entry, states, transcribed, engine, texts, starts }
    },
  }
}
