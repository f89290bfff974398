import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRehearsalSpeech } from '../../../local/engines/rehearsal-speech.ts'
import { createSpeechWorker, TRANSCRIPTION_LIMITS } from '../../../local/engines/speech-worker.ts'
import { editList, madeFile } from '../../support/mp4/sound-track.ts'
import { speechFrames } from '../../support/mp4/speech-frames.ts'

const HELLO = fileURLToPath(new URL('../../../local/sample/hello.mp4', import.meta.url))
const FREEZING = fileURLToPath(new URL('../../fixtures/models/freezing-speech-process.ts', import.meta.url))
const DAYS_49 = 49 * 24 * 3600 * 1000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes speech of a given length whose edit list delays it. */
async function delayed(seconds: number, delayMs: number): Promise<string> {
  const path = join(folder, `delayed-${delayMs}.mp4`)
  const samples = await speechFrames(seconds)
  writeFileSync(path, madeFile({ tracks: [{ samples, extra: [editList([delayMs, -1], [seconds * 1000, 0])] }] }))
  return path
}

describe('transcribing a file', () => {
  it.each([
    ['answers nothing', { silenceMs: 300 }],
    ['takes too long', { patienceMs: 300 }],
  ])('fails if its process %s twice, without blocking the service', async (_, limit) => {
    const worker = createSpeechWorker({ processModule: FREEZING, limits: { ...TRANSCRIPTION_LIMITS, ...limit } })
    let ticks = 0
    const clock = setInterval(() => (ticks += 1), 20)
    await expect(worker.transcribe(HELLO)).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    clearInterval(clock)
    await worker.close()
    expect(ticks).toBeGreaterThan(10)
  })

  it('fails if its process exceeds its memory', async () => {
    const worker = createSpeechWorker({ limits: { ...TRANSCRIPTION_LIMITS, heapMegabytes: 8 } })
    await expect(worker.transcribe(HELLO)).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    await worker.close()
  })

  it('fails as too long if an edit list delays the sound by 49 days, and the next file is transcribed', async () => {
    const engine = createRehearsalSpeech()
    await expect(engine.transcribe(await delayed(5, DAYS_49))).rejects.toMatchObject({ code: 'TOO_LONG' })
    expect((await engine.transcribe(HELLO)).words.length).toBeGreaterThan(20)
    await engine.close()
  })

  it('skips a gap of hours and keeps the times after it', async () => {
    const engine = createRehearsalSpeech()
    const straight = await engine.transcribe(await delayed(10, 0))
    const late = await engine.transcribe(await delayed(10, 3 * 3600 * 1000))
    await engine.close()
    const [first, lateFirst] = [straight, late].map(({ words }) => words[0]?.startMs ?? Number.NaN)
    expect((lateFirst ?? 0) - 3 * 3600 * 1000).toBeCloseTo(first ?? Number.NaN, -2)
    expect(late.words.length).toBeGreaterThan(10)
  })
})
