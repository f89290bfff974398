/** Writes MP4 boxes with any content, valid or not, as hostile files need. */
export {
  box,
  descriptor,
  fullBox,
  table,
  text,
  u16,
  u32,
} from '../../../packages/mp4-sound/src/boxes-written.ts'

/** Bytes of an AudioSpecificConfig, given as groups of bits. */
export function bits(...groups: string[]): Buffer {
  const all = groups.join('')
  const bytes = all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}
