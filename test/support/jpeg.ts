/** A JPEG of this size: the segments that a browser writes, and no real image data. */
export function smallJpeg(width: number, height: number, dataBytes = 8): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000', 'hex').subarray(0, 13)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from('ffe000104a46494600010100000100010000', 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(dataBytes, 1),
    Buffer.from('ffd9', 'hex'),
  ])
}
