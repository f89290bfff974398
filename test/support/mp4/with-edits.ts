import { box, fullBox, u32 } from './boxes.ts'

const CONTAINERS = ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']

interface Found {
  type: string
  content: Buffer
}

/** An edit list's entries: their start in the media and their length, in seconds. */
type Edits = readonly (readonly [fromSeconds: number, seconds: number])[]

/** Returns the MP4, whose header precedes its content, with this edit list in every track that has one. */
export function withEdits(file: Buffer, edits: Edits): Buffer {
  const change = (shift: number) =>
    Buffer.concat(boxesIn(file).map(found => changed(found, edits, { film: 0, media: 0, shift })))
  // A longer header shifts the content, and with it the positions of samples.
  return change(change(0).length - file.length)
}

function changed(found: Found, edits: Edits, state: { film: number; media: number; shift: number }): Uint8Array {
  const { type, content } = found
  if (type === 'mvhd') state.film = timescale(content)
  if (type === 'trak') state.media = timescale(find(found, 'mdia', 'mdhd'))
  if (type === 'elst') {
    // Where the first picture or sound begins.
    const start = content.readInt32BE(12)
    const entries = edits.map(([from, seconds]) =>
      u32(seconds * state.film, Math.round(from * state.media) + start, 0x10000),
    )
    return fullBox('elst', 0, u32(edits.length), ...entries)
  }
  if (type === 'stco') {
    const moved = Buffer.from(content)
    for (let at = 8; at < moved.length; at += 4) moved.writeUInt32BE(moved.readUInt32BE(at) + state.shift, at)
    return box(type, moved)
  }
  return box(
    type,
    ...(CONTAINERS.includes(type) ? boxesIn(content).map(each => changed(each, edits, state)) : [content]),
  )
}

function find({ content }: Found, ...[type, ...below]: string[]): Buffer {
  const found = boxesIn(content).find(each => each.type === type)
  if (!found) throw new Error(`there is no ${type}`)
  return below.length === 0 ? found.content : find(found, ...below)
}

function timescale(header: Buffer): number {
  return header.readUInt32BE(header[0] === 1 ? 20 : 12)
}

function boxesIn(bytes: Buffer): Found[] {
  const found: Found[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return found
}
