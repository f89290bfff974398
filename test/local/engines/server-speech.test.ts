import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createServerSpeech } from '../../../local/engines/server-speech.ts'
import { mainLanguage, verboseTranscription, wordsOfTranscription } from '../../../local/engines/server-words.ts'
import { toneWav } from '../../fixtures/media/tones.ts'
import { type Heard, SPEECH_SERVERS, startSpeechServer } from '../../support/speech-servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'jamak-server-speech-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** Sound without a pause, so that no time is corrected. */
const TALK = join(folder, 'talk.wav')
writeFileSync(TALK, toneWav(6, [[0, 6, 440]]))
const HEARD: readonly Heard[] = [
  ["It's", 0.2, 0.5],
  ['9', 0.5, 0.7],
  ["o'clock,", 0.7, 1.2],
  ['and', 1.3, 1.4],
  ['3.5', 1.4, 1.9],
  ['tons', 1.9, 2.2],
  ['fell.', 2.2, 2.6],
]
const SAID = ["It's", '9', "o'clock ,", 'and', '3.5', 'tons', 'fell .']
const written = ({ text, after }: { text: string; after: string }) => (after === '' ? text : `${text} ${after}`)

describe.each(Object.keys(SPEECH_SERVERS))('the transcription server %s', name => {
  it('gives every word a time, punctuation and confidence, whatever it leaves out', async () => {
    const server = await startSpeechServer(name, HEARD)
    const engine = createServerSpeech([{ url: server.url, model: 'whisper-1', key: 'k' }])
    const { words, language, durationMs } = await engine.transcribe(TALK)
    await Promise.all([engine.close(), server.close()])
    expect(words.slice(0, HEARD.length).map(written)).toEqual(SAID)
    // Without word times, the words are spread over their segment.
    const isSpread = name === 'faster-whisper-server'
    for (const [i, [, start, end]] of HEARD.entries()) {
      expect(Math.abs((words[i]?.startMs ?? 0) - start * 1000)).toBeLessThanOrEqual(isSpread ? 500 : 0)
      expect(Math.abs((words[i]?.endMs ?? 0) - end * 1000)).toBeLessThanOrEqual(isSpread ? 500 : 0)
    }
    expect(words.every(({ confidence }) => confidence > 0.5 && confidence <= 1)).toBe(true)
    expect({ language, isWhole: durationMs > 5000 }).toEqual({ language: 'en-US', isWhole: true })
  })
})

describe('the transcription servers', () => {
  it('take over from one that refuses the model', async () => {
    const [first, second] = await Promise.all([
      startSpeechServer('OpenAI', HEARD),
      startSpeechServer('speaches', HEARD),
    ])
    const engine = createServerSpeech([
      { url: first.url, model: 'gpt-4o-transcribe' },
      { url: second.url, model: 'base' },
    ])
    expect((await engine.transcribe(TALK)).words.length).toBeGreaterThan(0)
    await Promise.all([engine.close(), first.close(), second.close()])
  })

  it('fail the file if none can be reached', async () => {
    const engine = createServerSpeech([{ url: 'http://127.0.0.1:1/v1', model: 'base' }])
    await expect(engine.transcribe(TALK)).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    await engine.close()
  })
})

describe('a transcription', () => {
  const read = (given: unknown) => wordsOfTranscription(verboseTranscription.parse(given), 10_000)

  it('without word times spreads the words over its segments by letters', () => {
    const words = read({
      text: 'Hello there.',
      segments: [{ text: ' Hello there.', start: 1, end: 2.3, avg_logprob: -0.1 }],
    })
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [11_000, 11_600],
      [11_600, 12_300],
    ])
    expect(words[0]?.confidence).toBeCloseTo(0.905, 2)
  })

  it('gives low confidence to a segment that repeats an earlier one where nobody speaks', () => {
    const said = { text: " I don't hear that.", start: 19, end: 21, avg_logprob: -0.29, no_speech_prob: 0.24 }
    const repeated = { ...said, start: 22, end: 23, avg_logprob: -0.14, no_speech_prob: 0.81 }
    const words = read({ text: said.text + repeated.text, segments: [said, repeated] })
    expect([words[0]?.confidence, words.at(-1)?.confidence].map(each => (each ?? 0) > 0.5)).toEqual([true, false])
  })

  it('keeps a word that is missing in its text, and skips one without a time', () => {
    const words = ['So', 'uh', 'we', 'left'].map((word, i) => ({ word, start: i, end: i + 0.5 }))
    expect(read({ text: 'So, we really left!', words }).map(written)).toEqual(['So ,', 'uh', 'we', 'left !'])
  })

  it('without any speech has no words', () => {
    expect(read({ text: '', words: null, segments: null })).toEqual([])
  })

  it('has the language of most of its words', () => {
    expect(
      mainLanguage(
        new Map([
          ['english', 40],
          ['korean', 60],
        ]),
      ),
    ).toBe('ko-KR')
    expect(mainLanguage(new Map([['nynorsk', 9]]))).toBe('und')
    expect(mainLanguage(new Map())).toBeUndefined()
  })
})
