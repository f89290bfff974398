import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readMovie } from '#mp4-sound'
import { SampleList } from '../../packages/mp4-sound/src/stated-track.ts'
import { inMemory } from '../source/made-media.ts'
import { fullBox, table, u32 } from '../support/mp4/boxes.ts'
import { fragmented } from '../support/mp4/fragments.ts'
import { fileOfJumpingRuns } from '../support/mp4/hostile-media.ts'
import { type MadeTrack, madeFile } from '../support/mp4/sound-track.ts'

/** Maximum steps of the probe per byte of the file. */
const STEPS_PER_BYTE = 16
/** Steps allowed for any file. */
const STEPS = 2000

/** Probes a file. A step is a number read or a sample recorded. */
async function work(bytes: Uint8Array): Promise<{ outcome: string; steps: number }> {
  let steps = 0
  const getters = (['getUint8', 'getUint16', 'getUint32', 'getInt32'] as const).map(name => {
    const real = DataView.prototype[name]
    return vi.spyOn(DataView.prototype, name).mockImplementation(function (this: DataView, at: number): number {
      steps += 1
      return Reflect.apply(real, this, [at])
    })
  })
  const add = SampleList.prototype.add
  const adder = vi.spyOn(SampleList.prototype, 'add').mockImplementation(function (this: SampleList, ...sample) {
    steps += 1
    Reflect.apply(add, this, sample)
  })
  const file = inMemory(bytes)
  try {
    const outcome = await readMovie(file, 14_400).then(
      () => 'none',
      error => String(error.code),
    )
    return { outcome, steps }
  } finally {
    for (const spy of [...getters, adder]) spy.mockRestore()
  }
}

const count = fc.oneof(fc.nat(6), fc.integer({ min: 0, max: 400 }), fc.constantFrom(0xffff_ffff, 0x7fff_ffff, 100_000))
const chunkRun = fc.tuple(fc.constantFrom(1, 2, 3, 200, 600), fc.constantFrom(0, 0, 0, 1, 2), fc.constant(1))
const sound = fc.record({
  runs: fc.array(chunkRun, { maxLength: 200, size: 'max' }),
  chunks: fc.array(fc.nat(600), { maxLength: 600, size: 'max' }),
  times: fc.array(fc.tuple(count, count), { maxLength: 30 }),
  size: fc.nat(3),
  sizes: count,
})
const trackWith = ({ runs, chunks, times, size, sizes }: typeof sound extends fc.Arbitrary<infer S> ? S : never) => {
  const tables = {
    stsc: fullBox('stsc', 0, u32(runs.length), table(runs.flat())),
    stco: fullBox('stco', 0, u32(chunks.length), table(chunks)),
    stts: fullBox('stts', 0, u32(times.length), table(times.flat())),
    stsz: fullBox('stsz', 0, u32(size, sizes), table(size === 0 ? Array.from({ length: sizes % 400 }, () => 0) : [])),
  }
  return { samples: [new Uint8Array(40)], tables } satisfies MadeTrack
}

describe('the work of reading a file', () => {
  it('is bounded by the size of the file, whatever its sample tables state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sound, { minLength: 1, maxLength: 4 }), async tracks => {
        const bytes = madeFile({ tracks: tracks.map(trackWith) })
        const { steps } = await work(bytes)
        expect(steps).toBeLessThanOrEqual(STEPS + STEPS_PER_BYTE * bytes.length)
      }),
      { numRuns: 400 },
    )
  })

  it('is bounded by the size of the file, whatever its fragments state', async () => {
    const samples = Array.from({ length: 40 }, () => new Uint8Array(10))
    for (const stated of [0xffff_ffff, 1_000_000, 40, 0]) {
      const bytes = fragmented({ samples, duration: 1024, ofFragment: 20, count: stated })
      const { steps } = await work(bytes)
      expect(steps, String(stated)).toBeLessThanOrEqual(STEPS + STEPS_PER_BYTE * bytes.length)
    }
  })

  it('stays small for runs of chunks that jump back and forth over chunks without samples', async () => {
    const { bytes } = fileOfJumpingRuns(40)
    const { outcome, steps } = await work(bytes)
    expect(outcome).toBe('DAMAGED')
    expect(steps).toBeLessThanOrEqual(STEPS + STEPS_PER_BYTE * bytes.length)
  })
})
