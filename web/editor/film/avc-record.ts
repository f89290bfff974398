/**
 * Repairs the H.264 parameters that Firefox reports for its encoder (AVCDecoderConfigurationRecord, ISO/IEC 14496-15):
 * it writes the first byte of each parameter set twice, and the reserved bits as 0. Browsers and ffmpeg find a second copy
 * among the pictures, but a player that trusts the record cannot. Other records are returned unchanged.
 */
export function repairAvcRecord(record: Uint8Array): Uint8Array {
  // In a correct record `second` is the profile, and no profile has the value that begins a sequence parameter set.
  const [, , , , lengthSize = 0, , , , first = 0, second] = record
  if ((first & 0x1f) !== SPS || first !== second) return record
  const written = [...record.subarray(0, 4), lengthSize | 0xfc]
  let at = 5
  for (const reserved of [0xe0, 0]) {
    const count = record[at++] ?? 0
    written.push(count | reserved)
    for (let n = count & 0x1f; n > 0; n -= 1) {
      const end = at + 2 + (((record[at] ?? 0) << 8) | (record[at + 1] ?? 0))
      const set = record.subarray(at + 3, end)
      written.push(set.length >> 8, set.length & 0xff, ...set)
      at = end
    }
  }
  return Uint8Array.from([...written, ...record.subarray(at)])
}

/** Type of a sequence parameter set. */
const SPS = 7
