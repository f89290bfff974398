import { describe, expect, it } from 'vitest'
import { SpeedMeter } from '../../../../web/upload/transfer/progress.ts'

describe('the measured speed of an upload', () => {
  it('is unknown after the first sample', () => {
    expect(new SpeedMeter().measure({ at: 0, sent: 0 }, 1_000)).toBeUndefined()
  })

  it('gives bytes per second and seconds left', () => {
    const speed = new SpeedMeter()
    speed.measure({ at: 0, sent: 0 }, 10_000)
    expect(speed.measure({ at: 1_000, sent: 2_000 }, 10_000)).toEqual({ bytesPerSecond: 2_000, secondsLeft: 4 })
  })

  it('counts only the last five seconds', () => {
    const speed = new SpeedMeter()
    speed.measure({ at: 0, sent: 0 }, 100_000)
    speed.measure({ at: 1_000, sent: 50_000 }, 100_000)
    speed.measure({ at: 7_000, sent: 51_000 }, 100_000)
    expect(speed.measure({ at: 8_000, sent: 52_000 }, 100_000)?.bytesPerSecond).toBe(1_000)
  })

  it('is unknown while nothing is sent', () => {
    const speed = new SpeedMeter()
    speed.measure({ at: 0, sent: 500 }, 1_000)
    expect(speed.measure({ at: 2_000, sent: 500 }, 1_000)).toBeUndefined()
  })
})
