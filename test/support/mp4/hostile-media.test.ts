import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileMedia } from './hostile-media.ts'
import { type Outcome, outcomeOf } from './settled-sound.ts'

const SECONDS = 8
/** Three priming frames at 16 kHz, which are not charged. */
const PADDING_SECONDS = 0.2
const REFUSALS = ['NO_AUDIO', 'DAMAGED_VIDEO', 'UNSUPPORTED_AUDIO', 'TOO_LONG']

const outcomes = new Map<string, Outcome>()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  for (const { name, bytes } of await hostileMedia(SECONDS)) outcomes.set(name, await outcomeOf(bytes, folder))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const refusalOf = (name: string) => {
  const outcome = outcomes.get(name)
  return outcome && 'refusal' in outcome ? outcome.refusal : 'none'
}
const named = (words: RegExp) => [...outcomes.keys()].filter(name => words.test(name))

describe('a hostile file', () => {
  it('is refused with its reason, or transcribed no longer than the settled length', () => {
    expect(outcomes.size).toBeGreaterThan(80)
    for (const [name, outcome] of outcomes) {
      if ('refusal' in outcome) expect(REFUSALS, name).toContain(outcome.refusal)
      else expect(outcome.heardSeconds, name).toBeLessThanOrEqual(outcome.settledSeconds + PADDING_SECONDS)
    }
  })

  it('is charged for all of its sound, whatever durations it states', () => {
    const liars = named(/0x67|dummy|sums up|no duration|HE-AAC (that|whose|v2)|QuickTime|same bytes/)
    expect(liars.length).toBeGreaterThan(7)
    for (const name of liars)
      expect(outcomes.get(name), name).toMatchObject({ settledSeconds: expect.closeTo(SECONDS, 0) })
  })

  it('is transcribed from the longest sound, not from a short track before it or one that players leave out', () => {
    const several = named(/first track is|second track is|that players leave out/)
    expect(several).toHaveLength(3)
    for (const name of several)
      expect(outcomes.get(name), name).toMatchObject({ settledSeconds: expect.closeTo(SECONDS, 0) })
  })

  it('is charged for frames at its ends unless its edit list hides them', () => {
    for (const [name, outcome] of outcomes)
      if ('settledSeconds' in outcome && !/edit list|fragments/.test(name))
        expect(outcome.heardSeconds, name).toBeLessThanOrEqual(outcome.settledSeconds + 0.001)
  })

  it('is refused before transcription if its frames cannot be counted', () => {
    const uncounted = named(
      /SSR|LC at 96 kHz$|16 MHz|reserved|960|low delay|xHE|elsewhere|eight|0x(66|68|69|6b|a5|dd|0)$|sound named/,
    )
    expect(uncounted.length).toBeGreaterThan(25)
    for (const name of uncounted.filter(name => !name.endsWith('0x67')))
      expect(refusalOf(name), name).toBe('UNSUPPORTED_AUDIO')
  })

  it('is refused if its samples pack more than a frame can hold, or frames with headers of their own', () => {
    for (const name of named(/holds all|sixty|ADTS/)) expect(refusalOf(name), name).toBe('DAMAGED_VIDEO')
  })

  it('is refused before transcription if a sample holds more than one frame, however short the frames are', () => {
    const packed = named(/hold (two|three|ten|190)|holds two/)
    expect(packed).toHaveLength(6)
    for (const name of packed) expect(refusalOf(name), name).toBe('DAMAGED_VIDEO')
  })

  it('is refused if its runs of chunks do not increase, hold no samples or skip the first chunk', () => {
    const lying = named(/runs of chunks (go backward|repeat|hold no|begin behind)/)
    expect(lying).toHaveLength(4)
    for (const name of lying) expect(refusalOf(name), name).toBe('DAMAGED_VIDEO')
  })

  it('is refused as too long if it claims gaps of days', () => {
    const late = named(/lasts 49|nothing for 49|an hour between|second fragment begins 49/)
    expect(late).toHaveLength(5)
    for (const name of late) expect(refusalOf(name), name).toBe('TOO_LONG')
  })
})
