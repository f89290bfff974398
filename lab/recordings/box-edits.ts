import { box, table, u32 } from '../../test/support/mp4/boxes.ts'

/** A box of a movie header, with the boxes inside a container. */
export interface MovieBox {
  type: string
  content: Buffer
  boxes: MovieBox[]
}

const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl', 'moof', 'traf'])

/** The boxes of well-formed bytes. */
export function boxesOf(bytes: Buffer): MovieBox[] {
  const boxes: MovieBox[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const [start, end] = size === 1 ? [at + 16, at + Number(bytes.readBigUInt64BE(at + 8))] : [at + 8, at + size]
    const content = bytes.subarray(start, end)
    boxes.push({ type, content, boxes: CONTAINERS.has(type) ? boxesOf(content) : [] })
    at = end
  }
  return boxes
}

export function written(boxes: readonly MovieBox[]): Buffer {
  return Buffer.concat(
    boxes.map(({ type, content, boxes: inner }) => box(type, CONTAINERS.has(type) ? written(inner) : content)),
  )
}

/** The first box with this path of types. */
export function find(boxes: readonly MovieBox[], ...path: string[]): MovieBox {
  const [type, ...further] = path
  const found = boxes.find(each => each.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return further.length > 0 ? find(found.boxes, ...further) : found
}

/** The tracks of a kind (`soun`, `vide`), and the units per second of each. */
function tracksOf(boxes: readonly MovieBox[], handler: string): { track: MovieBox; timescale: number }[] {
  return find(boxes, 'moov')
    .boxes.filter(each => each.type === 'trak')
    .filter(track => find(track.boxes, 'mdia', 'hdlr').content.toString('latin1', 8, 12) === handler)
    .map(track => ({ track, timescale: find(track.boxes, 'mdia', 'mdhd').content.readUInt32BE(12) }))
}

/** An edit: how long it lasts, where it starts in the media (-1 for nothing), and at which rate it plays (0 dwells). */
export type Edit = readonly [ms: number, fromMs: number, rate?: number]

/** Gives every track these edits. The movie's units must be milliseconds. */
export function setEdits(boxes: readonly MovieBox[], edits: readonly Edit[], isLong = false): void {
  for (const { track, timescale } of [...tracksOf(boxes, 'soun'), ...tracksOf(boxes, 'vide')]) {
    // FFmpeg's own edit list hides the priming of its encoder.
    const primed = startOf(track)
    const entries = edits.map(([ms, fromMs, rate = 1]) => {
      const from = fromMs < 0 ? -1 : primed + Math.round((fromMs / 1000) * timescale)
      const times = isLong ? u32(0, ms, from < 0 ? -1 : 0, from) : u32(ms, from)
      return Buffer.concat([times, u32(rate * 0x10000)])
    })
    const list = Buffer.concat([u32(isLong ? 0x0100_0000 : 0, edits.length), ...entries])
    track.boxes = track.boxes.filter(({ type }) => type !== 'edts')
    track.boxes.splice(1, 0, { type: 'edts', content: list, boxes: [{ type: 'elst', content: list, boxes: [] }] })
  }
}

/** The media time with which a track begins, by its edit list. */
function startOf(track: MovieBox): number {
  const list = track.boxes.find(({ type }) => type === 'edts')
  const content = list && find(list.boxes, 'elst').content
  return content ? content.readInt32BE(content.length - 8) : 0
}

/** Replaces 32-bit positions of chunks by 64-bit ones. */
export function widenPositions(boxes: readonly MovieBox[]): void {
  for (const { track } of [...tracksOf(boxes, 'soun'), ...tracksOf(boxes, 'vide')]) {
    const stco = find(track.boxes, 'mdia', 'minf', 'stbl', 'stco')
    const count = stco.content.readUInt32BE(4)
    const positions = Array.from({ length: count }, (_, i) => [0, stco.content.readUInt32BE(8 + i * 4)])
    stco.type = 'co64'
    stco.content = Buffer.concat([u32(0, count), table(positions.flat())])
  }
}

/** Describes the sound twice, and lets every second chunk refer to the second description. `second` alters its entry. */
export function describeTwice(boxes: readonly MovieBox[], second: (entry: Buffer) => Buffer): void {
  for (const { track } of tracksOf(boxes, 'soun')) {
    const tables = find(track.boxes, 'mdia', 'minf', 'stbl').boxes
    const stsd = find(tables, 'stsd')
    const entry = stsd.content.subarray(8)
    stsd.content = Buffer.concat([u32(0, 2), entry, second(Buffer.from(entry))])
    const stsc = find(tables, 'stsc')
    const chunks = find(tables, 'stco').content.readUInt32BE(4)
    const runs = Array.from({ length: stsc.content.readUInt32BE(4) }, (_, i) => ({
      first: stsc.content.readUInt32BE(8 + i * 12),
      samples: stsc.content.readUInt32BE(12 + i * 12),
    }))
    const each = Array.from({ length: chunks }, (_, i) => {
      const run = runs.findLast(({ first }) => first <= i + 1)
      return [i + 1, run?.samples ?? 0, 1 + (i % 2)]
    })
    stsc.content = Buffer.concat([u32(0, chunks), table(each.flat())])
  }
}

/** Lets the sound's clock run faster than its frames by this factor. */
export function hurry(boxes: readonly MovieBox[], factor: number): void {
  for (const { track, timescale } of tracksOf(boxes, 'soun'))
    find(track.boxes, 'mdia', 'mdhd').content.writeUInt32BE(Math.round(timescale * factor), 12)
}

/** Puts a pause into the sound: the sample after this share of it lasts longer by `ms`. */
export function pauseSound(boxes: readonly MovieBox[], share: number, ms: number): void {
  for (const { track, timescale } of tracksOf(boxes, 'soun')) {
    const stts = find(track.boxes, 'mdia', 'minf', 'stbl', 'stts')
    const [count, units] = [stts.content.readUInt32BE(8), stts.content.readUInt32BE(12)]
    const before = Math.round(count * share)
    const rest = stts.content.subarray(16)
    const runs = table([before, units, 1, units + Math.round((ms / 1000) * timescale), count - before - 1, units])
    stts.content = Buffer.concat([u32(0, stts.content.readUInt32BE(4) + 2), runs, rest])
  }
}

/** Packs the sizes of the sound's samples into 16 bits (`stz2`). */
export function packSizes(boxes: readonly MovieBox[]): void {
  for (const { track } of tracksOf(boxes, 'soun')) {
    const stsz = find(track.boxes, 'mdia', 'minf', 'stbl', 'stsz')
    const count = stsz.content.readUInt32BE(8)
    const sizes = Buffer.alloc(count * 2)
    for (let i = 0; i < count; i += 1) sizes.writeUInt16BE(stsz.content.readUInt32BE(12 + i * 4), i * 2)
    stsz.type = 'stz2'
    stsz.content = Buffer.concat([u32(0, 16, count), sizes])
  }
}

/** Moves the times of fragments (`tfdt`) of the tracks of a kind, from the given fragment on. */
export function moveFragments(boxes: readonly MovieBox[], handler: string, ms: number, from = 0): void {
  const units = new Map(
    tracksOf(boxes, handler).map(({ track, timescale }) => [
      find(track.boxes, 'tkhd').content.readUInt32BE(12),
      Math.round((ms / 1000) * timescale),
    ]),
  )
  for (const moof of boxes.filter(({ type }) => type === 'moof').slice(from))
    for (const traf of moof.boxes.filter(({ type }) => type === 'traf')) {
      const added = units.get(find(traf.boxes, 'tfhd').content.readUInt32BE(4)) ?? 0
      const time = find(traf.boxes, 'tfdt').content
      if (time.readUInt8(0) === 1) time.writeBigUInt64BE(time.readBigUInt64BE(4) + BigInt(added), 4)
      else time.writeUInt32BE(time.readUInt32BE(4) + added, 4)
    }
}

/** A box that no reader knows. */
export function strange(type: string, bytes: number): MovieBox {
  return { type, content: Buffer.alloc(bytes, 0x5a), boxes: [] }
}
