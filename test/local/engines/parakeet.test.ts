import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SpeechEngine } from '../../../local/engines/engine.ts'
import { createParakeet, detectLanguage, type ParakeetOptions } from '../../../local/engines/parakeet.ts'
import type { TranscriberFiles } from '../../../local/engines/transcriber.ts'
import { type Tone, toneWav } from '../../fixtures/media/tones.ts'
import { ctcModel, tokensFile, transducerModel } from '../../fixtures/models/speech-models.ts'

const MEDIA = fileURLToPath(new URL('../../fixtures/media', import.meta.url))
const BREAKING = fileURLToPath(new URL('../../fixtures/models/breaking-speech-process.ts', import.meta.url))

let folder: string
let ctc: TranscriberFiles
let transducer: TranscriberFiles
let talk: string
let longTalk: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'speech-'))
  const file = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const tokens = file('tokens.txt', tokensFile())
  const { encoder, decoder, joiner } = transducerModel()
  ctc = { kind: 'ctc', model: file('model.onnx', ctcModel()), tokens }
  transducer = {
    kind: 'transducer',
    encoder: file('encoder.onnx', encoder),
    decoder: file('decoder.onnx', decoder),
    joiner: file('joiner.onnx', joiner),
    tokens,
  }
  const hello: Tone[] = [
    [0.5, 0.3, 400],
    [0.9, 0.3, 900],
    [1.5, 0.3, 1800],
    [1.8, 0.24, 3200],
    [2.1, 0.24, 2500],
  ]
  talk = file('talk.wav', toneWav(3, hello))
  longTalk = file('long.wav', toneWav(130, [...hello, [75, 0.3, 400], [129, 0.3, 900]]))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function using<T>(options: ParakeetOptions, work: (engine: SpeechEngine) => Promise<T>): Promise<T> {
  const engine = createParakeet(options)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

describe.each(['ctc', 'transducer'] as const)('a Parakeet %s model', kind => {
  it('transcribes words, punctuation and times in a file of any length', async () => {
    const transcription = await using({ files: kind === 'ctc' ? ctc : transducer }, engine =>
      engine.transcribe(longTalk),
    )
    expect(transcription.words.map(({ text, after }) => text + after)).toEqual([
      'Hello',
      'small',
      'world.',
      '[pause]',
      'Hello',
      '[pause]',
      'small',
    ])
    expect(transcription).toMatchObject({ language: 'en-US', durationMs: 130_000 })
    const starts = [500, 900, 1500, 75_000, 129_000]
    for (const [i, word] of transcription.words.filter(({ text }) => text !== '[pause]').entries()) {
      expect(Math.abs(word.startMs - (starts[i] ?? 0))).toBeLessThanOrEqual(80)
      expect(word.endMs).toBeGreaterThan(word.startMs)
      expect(word.confidence).toBeGreaterThan(0.3)
      expect(word.confidence).toBeLessThanOrEqual(1)
    }
  })
})

describe('the speech process', () => {
  it('finds no words in silence, reports a faulty file, and transcribes one file after another, each with its own words', async () => {
    await using({ files: ctc }, async engine => {
      expect((await engine.transcribe(join(MEDIA, 'silent.mp4'))).words).toEqual([])
      await expect(engine.transcribe(join(MEDIA, 'no-audio.mp4'))).rejects.toMatchObject({ code: 'NO_AUDIO' })
      await expect(engine.transcribe(join(MEDIA, 'surround.mp4'))).rejects.toMatchObject({ code: 'UNSUPPORTED_CODEC' })
      await expect(engine.transcribe(join(MEDIA, 'hello.txt'))).rejects.toMatchObject({ code: 'UNREADABLE' })
      const files = [talk, join(MEDIA, 'silent.mp4'), talk]
      const heard = await Promise.all(files.map(file => engine.transcribe(file)))
      expect(heard.map(({ words }) => words.length)).toEqual([3, 0, 3])
    })
  })

  it('is replaced after a crash, and the file is transcribed again', async () => {
    const marker = join(folder, 'broke-once')
    vi.stubEnv('BREAK_MARKER', marker)
    const transcription = await using({ files: ctc, processModule: BREAKING }, engine => engine.transcribe(talk))
    vi.unstubAllEnvs()
    expect(existsSync(marker)).toBe(true)
    expect(transcription.words).toHaveLength(3)
  })

  it('fails a file on which it crashed twice, with the native library’s message', async () => {
    // A file without metadata ends the process inside that library.
    const files = { ...ctc, model: join(folder, 'decoder.onnx') }
    const failure = await using({ files }, engine => engine.transcribe(talk).catch((error: unknown) => error))
    expect(failure).toMatchObject({ code: 'ENGINE_FAILED', cause: { message: expect.stringContaining('vocab_size') } })
  })

  it('stops at once when the work is abandoned, and transcribes the next file', async () => {
    await using({ files: ctc }, async engine => {
      const stop = new AbortController()
      const given = engine.transcribe(longTalk, { signal: stop.signal })
      queueMicrotask(() => stop.abort())
      await expect(given).rejects.toMatchObject({ code: 'STOPPED' })
      expect((await engine.transcribe(talk)).words).toHaveLength(3)
    })
  })

  it('refuses work once the engine is closed', async () => {
    const engine = createParakeet({ files: ctc })
    await engine.close()
    await expect(engine.transcribe(talk)).rejects.toMatchObject({ code: 'STOPPED' })
  })
})

const wordsOf = (text: string) =>
  text.split(' ').map((text, i) => ({ text, startMs: i * 300, endMs: i * 300 + 200, confidence: 1, after: '' }))

describe('the language of transcribed words', () => {
  it('is English if function words hold the text together', () => {
    const talk = "In the year before a volcano had ruined the harvest and horses weren't cheap to feed so people walked"
    expect(detectLanguage(wordsOf(talk)).language).toBe('en-US')
  })

  it('cannot be identified if hardly any English-looking word is a function word', () => {
    const garbage =
      'Annie young ham Seoul genie chunk oh Nile moon jammer Yogi Sarah Merida come sammy dap honey sock Kim gear'
    expect(detectLanguage(wordsOf(garbage))).toMatchObject({ language: 'und', languageScore: 0.5 })
  })

  it('is assumed to be English for fewer than 20 words', () => {
    expect(detectLanguage(wordsOf('Apples Bananas Cherries')).language).toBe('en-US')
    expect(detectLanguage(wordsOf(`Apples Bananas Cherries${' [pause]'.repeat(20)}`)).language).toBe('en-US')
    expect(detectLanguage([]).language).toBe('en-US')
  })
})
