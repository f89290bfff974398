import { bits } from './boxes.ts'

/** An AAC block of one silent channel, widened with fill elements to this many bytes: as large as real frames get. */
export function filledBlock(size: number): Buffer {
  const channel = '0'.repeat(29)
  const fills: string[] = []
  let left = size * 8 - channel.length - END.length
  // A fill element has a header of 15 bits and 14 to 269 bytes; zeros behind the block are padding.
  while (left >= FILL_BITS + 14 * 8) {
    const bytes = Math.min(269, (left - FILL_BITS) >> 3)
    fills.push(`1101111${(bytes - 14).toString(2).padStart(8, '0')}`, '01011010'.repeat(bytes))
    left -= FILL_BITS + bytes * 8
  }
  return bits(channel, ...fills, END, '0'.repeat(left))
}

const FILL_BITS = 15
const END = '111'
