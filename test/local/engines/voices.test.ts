import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distinguishVoices } from '../../../local/engines/distinguished-voices.ts'
import type { SpeechEngine, SpokenWord, Transcription } from '../../../local/engines/engine.ts'
import { type VoiceFiles, withVoices } from '../../../local/engines/voices.ts'
import { toneWav } from '../../fixtures/media/tones.ts'
import { VOICES, voiceModels } from '../../fixtures/models/voice-models.ts'

let folder: string
let files: VoiceFiles
let dialogue: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voices-'))
  const file = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const { segmentation, embedding } = voiceModels()
  files = { segmentation: file('segmentation.onnx', segmentation), embedding: file('embedding.onnx', embedding) }
  dialogue = file(
    'dialogue.wav',
    toneWav(30, [
      [1, 3, VOICES.low],
      [4.5, 2.5, VOICES.high],
      [8, 4, VOICES.low],
      [20, 4, VOICES.high],
    ]),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const word = (startMs: number, endMs = startMs + 300): SpokenWord => ({
  ...{ text: 'word', startMs, endMs, confidence: 1, after: '' },
})
/** An engine that transcribes words at these times. */
const engineOf = (starts: number[], more: Partial<Transcription> = {}): SpeechEngine & { close(): Promise<void> } => ({
  transcribe: async () => ({
    ...{ words: starts.map(at => word(at)), language: 'en-US', languageScore: 1, durationMs: 30_000 },
    ...more,
  }),
  close: async () => {},
})
const voicesOf = (words: SpokenWord[]) => words.map(({ voice }) => voice)
async function heard(engine: SpeechEngine & { close(): Promise<void> }, voices: Promise<VoiceFiles>) {
  const lines: string[] = []
  const distinguishing = distinguishVoices(engine, voices, { log: line => lines.push(line) })
  const { words } = await distinguishing.transcribe(dialogue)
  await distinguishing.close()
  return { voices: voicesOf(words), lines }
}

describe('the voices of a recording', () => {
  it('are distinguished, and a voice is recognized when it speaks again', async () => {
    const { voices } = await heard(engineOf([1200, 3000, 4700, 6000, 9000, 20_500]), Promise.resolve(files))
    expect(voices).toEqual([0, 0, 1, 1, 0, 1])
  })

  it('remain unknown if the models crash the process, and the terminal says so', async () => {
    const broken = { ...files, embedding: files.segmentation }
    const { voices, lines } = await heard(engineOf([1200, 4700]), Promise.resolve(broken))
    expect(voices).toEqual([undefined, undefined])
    expect(lines).toEqual([expect.stringContaining('could not be distinguished')])
  })

  it('remain unknown if the models cannot be downloaded', async () => {
    const { voices, lines } = await heard(engineOf([1200]), Promise.reject(new Error('no network')))
    expect(voices).toEqual([undefined])
    expect(lines).toEqual([expect.stringContaining('no network')])
  })

  it('are not looked for in the placeholder words of a rehearsal', async () => {
    const { voices, lines } = await heard(engineOf([1200], { rehearsal: true }), Promise.reject(new Error('unused')))
    expect({ voices, lines }).toEqual({ voices: [undefined], lines: [] })
  })
})

describe('the voice of a word', () => {
  const turns = [
    { startMs: 0, endMs: 2000, voice: 0 },
    { startMs: 1900, endMs: 2300, voice: 1 },
    { startMs: 2300, endMs: 60_000, voice: 0 },
    { startMs: 50_000, endMs: 51_000, voice: 2 },
  ]
  it.each([
    ['speaks for most of its time', word(1850, 2250), 1],
    ['is the nearest within half a second', word(60_300), 0],
    ['is unknown far from any speech', word(61_000), undefined],
    ['is the first of two that speak all the time', word(50_200), 0],
  ])('%s', (_, spoken, voice) => {
    expect(voicesOf(withVoices([spoken], turns))).toEqual([voice])
  })

  it('stays the same where nobody seems to speak', () => {
    expect(voicesOf(withVoices([word(1950), word(61_000)], turns.slice(0, 2)))).toEqual([1, 1])
  })
})
