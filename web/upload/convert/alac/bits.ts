/** Reads bits from the highest to the lowest of each byte. Throws a RangeError after the end. */
export class Bits {
  readonly bytes: Uint8Array
  /** Position in bits. */
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  /** The next bits, 32 at most. */
  read(count: number): number {
    if (count > 24) return this.read(count - 16) * 2 ** 16 + this.read(16)
    const value = count === 0 ? 0 : this.peek() >>> (32 - count)
    this.skip(count)
    return value
  }

  /** Counts ones up to `most`, or up to the next zero, which is read, too. */
  readOnes(most: number): number {
    const ones = Math.min(most, Math.clz32(~this.peek()))
    this.skip(ones < most ? ones + 1 : ones)
    return ones
  }

  skip(count: number): void {
    this.at += count
    if (this.at > this.bytes.length * 8) throw new RangeError('a frame of Apple Lossless is cut off')
  }

  align(): void {
    this.at = (this.at + 7) & ~7
  }

  /** The next 25 or more bits, in the highest bits of a 32-bit number. */
  private peek(): number {
    const { bytes, at } = this
    const byte = at >> 3
    const four =
      ((bytes[byte] ?? 0) << 24) |
      ((bytes[byte + 1] ?? 0) << 16) |
      ((bytes[byte + 2] ?? 0) << 8) |
      (bytes[byte + 3] ?? 0)
    return four << (at & 7)
  }
}
