import type { SoundTrack } from '#mp4-sound'

/** A track to convert, or some of its frames. */
export interface ConvertOrder {
  file: Blob
  /** Must have no `coding`, whose functions cannot be sent to a worker. */
  track: SoundTrack
  first: number
  /** Index after the last frame. */
  end: number
}

/** MP3 frames, back to back. */
export interface ConvertedFrames {
  data: Blob
  /** Bytes of each frame. */
  sizes: Uint32Array
  /** The largest sample, from 0 to 1. */
  peak: number
}

export type ToWorker =
  | ({ kind: 'convert' } & ConvertOrder)
  | { kind: 'decoded'; id: number; channels: Float32Array[] | undefined }
  /** Ends the conversion; the worker then ends itself. */
  | { kind: 'stop' }

export type FromWorker =
  | { kind: 'progress'; share: number }
  /** Asks the page to decode a small MP4 to 16 kHz, because workers cannot in this browser. */
  | { kind: 'decode'; id: number; bytes: ArrayBuffer }
  | { kind: 'done'; frames: ConvertedFrames }
  /** `isUndecodable`: nothing in this browser decodes the track. */
  | { kind: 'failed'; isUndecodable: boolean; message: string }

/** Nothing in this browser decodes the track. */
export class Undecodable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Undecodable'
  }
}
