import { describe, expect, it } from 'vitest'
import { chooseShots } from '../../../../web/editor/timeline/shots.ts'
import { snap } from '../../../../web/editor/timeline/timeline-edges.ts'

/** Frames at 25 frames a second, each of one brightness. */
const frames = (...values: number[]) =>
  values.map((value, i) => ({ ms: i * 40, brightness: new Uint8Array(576).fill(value) }))

describe('shot changes', () => {
  it('are the frames that differ much from the one before', () => {
    expect(chooseShots(frames(20, 21, 20, 200, 201, 200, 60, 60))).toEqual([120, 240])
  })

  it('are not found in a fade, a flash of one frame or noise', () => {
    expect(chooseShots(frames(20, 50, 80, 110, 140, 170))).toEqual([])
    expect(chooseShots(frames(20, 20, 240, 20, 20))).toEqual([])
    expect(chooseShots(frames(20, 30, 22, 35, 21))).toEqual([])
  })

  it('attract an edge nearer than 120 ms, as words do', () => {
    const word = { text: 'so', startMs: 1000, endMs: 1400, confidence: 1, after: '' }
    expect(snap(1090, [word], [1130])).toBe(1130)
    expect(snap(1040, [word], [1130])).toBe(1000)
    expect(snap(1600, [word], [1130])).toBe(1600)
  })
})
