import { onEachTrack } from '../tracks.ts'
import type { Cue } from '../types.ts'

/** Frames per second as a fraction, and how timecodes count them. */
export interface FrameRate {
  numerator: number
  denominator: number
  /** Frames that a timecode counts per second. */
  nominal: number
  /** True if timecodes leave out two numbers each minute but the tenth, to follow the clock. */
  dropFrame: boolean
}

const rate = (numerator: number, denominator = 1, dropFrame = false): FrameRate => {
  return { numerator, denominator, nominal: Math.round(numerator / denominator), dropFrame }
}

/** Frame rates by name. */
export const FRAME_RATES = {
  '23.976': rate(24_000, 1001),
  '24': rate(24),
  '25': rate(25),
  '29.97': rate(30_000, 1001),
  '29.97 drop': rate(30_000, 1001, true),
  '30': rate(30),
  '50': rate(50),
  '59.94': rate(60_000, 1001),
  '60': rate(60),
} as const satisfies Record<string, FrameRate>
export type FrameRateName = keyof typeof FRAME_RATES

/** The names from slow to fast; an object puts whole numbers first. */
export const FRAME_RATE_NAMES: readonly FrameRateName[] = [
  ...(['23.976', '24', '25', '29.97', '29.97 drop', '30', '50', '59.94', '60'] as const),
]

/** A cue from frame `from` up to, not including, frame `to`. */
export interface FramedCue {
  from: number
  to: number
  lines: readonly string[]
  place: Cue['place']
}

/** Moves cues to the nearest frames; each lasts at least one frame and none on a track overlap. */
export function framedCues(cues: readonly Cue[], frameRate: FrameRate): readonly FramedCue[] {
  return onEachTrack(cues, track => {
    let free = 0
    return track.map(({ startMs, endMs, lines, place }) => {
      const from = Math.max(free, nearestFrame(startMs, frameRate))
      const to = Math.max(from + 1, nearestFrame(endMs, frameRate))
      free = to
      return { from, to, lines, place }
    })
  })
}

/** Cues whose times are those of frames, in whole milliseconds not after the frame. */
export function onFrames(cues: readonly Cue[], frameRate: FrameRate): Cue[] {
  const framed = framedCues(cues, frameRate)
  return cues.map((cue, i) => {
    const { from = 0, to = 0 } = framed[i] ?? {}
    return { ...cue, startMs: msOfFrame(from, frameRate), endMs: msOfFrame(to, frameRate) }
  })
}

function nearestFrame(ms: number, { numerator, denominator }: FrameRate): number {
  return Math.round((ms * numerator) / (denominator * 1000))
}

function msOfFrame(frame: number, { numerator, denominator }: FrameRate): number {
  return Math.floor((frame * denominator * 1000) / numerator)
}

const DROPPED = 2
const FRAMES_OF_DROP_MINUTE = 30 * 60 - DROPPED
const FRAMES_OF_TEN_DROP_MINUTES = FRAMES_OF_DROP_MINUTE * 10 + DROPPED

/** `HH:MM:SS:FF`, with `;` before the frames where numbers are dropped. */
export function timecode(frame: number, { nominal, dropFrame }: FrameRate): string {
  const label = dropFrame ? frame + droppedBefore(frame) : frame
  const seconds = Math.floor(label / nominal)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits)
  return `${parts.join(':')}${dropFrame ? ';' : ':'}${twoDigits(label % nominal)}`
}

/** How many numbers were left out before a frame of 29.97 drop. */
function droppedBefore(frame: number): number {
  const tens = Math.floor(frame / FRAMES_OF_TEN_DROP_MINUTES)
  const rest = frame % FRAMES_OF_TEN_DROP_MINUTES
  const minutes = Math.max(0, Math.floor((rest - DROPPED) / FRAMES_OF_DROP_MINUTE))
  return tens * 9 * DROPPED + minutes * DROPPED
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
