import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

// Renders public/favicon.svg as PNG and ICO for browsers and phones that do not support SVG. Run manually after
// changes.
const INK = [0x17, 0x19, 0x1c]
const YELLOW = [0xff, 0xd8, 0x4d]
/** Samples per pixel in each direction, for smooth edges. */
const SAMPLES = 4

/** Whether a point of the 64 x 64 drawing is on a stroke with round caps. */
const onStroke = (x: number, y: number, { from, to, at }: { from: number; to: number; at: number }) =>
  Math.hypot(x - Math.min(Math.max(x, from), to), y - at) <= 4

/** Colour and coverage of a point. A touch icon has square corners, because the phone rounds them. */
function colourAt(x: number, y: number, radius: number): [colour: number[], isCovered: boolean] {
  const dx = Math.max(radius - x, x - (64 - radius), 0)
  const dy = Math.max(radius - y, y - (64 - radius), 0)
  const isStroke = onStroke(x, y, { from: 16, to: 48, at: 30 }) || onStroke(x, y, { from: 22, to: 42, at: 43 })
  return [isStroke ? YELLOW : INK, Math.hypot(dx, dy) <= radius]
}

function renderPng(size: number, radius: number): Buffer {
  const rows: Buffer[] = []
  for (let row = 0; row < size; row += 1) {
    const line = Buffer.alloc(1 + size * 4)
    for (let column = 0; column < size; column += 1) line.set(renderPixel(column, row, size, radius), 1 + column * 4)
    rows.push(line)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.concat(rows), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function renderPixel(column: number, row: number, size: number, radius: number): number[] {
  let covered = 0
  const sum = [0, 0, 0]
  for (let i = 0; i < SAMPLES * SAMPLES; i += 1) {
    const x = ((column + ((i % SAMPLES) + 0.5) / SAMPLES) * 64) / size
    const y = ((row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) * 64) / size
    const [colour, isCovered] = colourAt(x, y, radius)
    if (!isCovered) continue
    covered += 1
    for (const [n, value] of colour.entries()) sum[n] = (sum[n] ?? 0) + value
  }
  const mean = sum.map(value => (covered === 0 ? 0 : Math.round(value / covered)))
  return [...mean, Math.round((covered * 255) / SAMPLES ** 2)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Wraps one PNG in an ICO file. */
function buildIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([size, size, 0, 0], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const PUBLIC = join(import.meta.dirname, '../public')
await writeFile(join(PUBLIC, 'favicon.ico'), buildIco(renderPng(48, 16), 48))
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), renderPng(180, 0))
