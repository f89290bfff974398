import { type AacConfig, aacConfig } from './aac.ts'
import { type Budget, boxesIn, part } from './box.ts'

/** A sample description of sound (ISO/IEC 14496-12, 12.2.3). */
export interface SampleEntry {
  /** `aac`, `he-aac`, `mp3`, `ac-3`, `e-ac-3`, `opus`, `flac`, `alac`, `pcm`, ..., else the entry's four characters. */
  codec: string
  /** Samples per second and channels; of HE-AAC those of its core. */
  rate: number
  channels: number
  /** Bits of a sample of PCM. */
  bits: number
  /** Samples per frame and channel, if the codec fixes them. */
  frameUnits: number | undefined
  /** The AAC inside, if its frames can be counted. */
  aac: AacConfig | undefined
  /** The unchanged box, for copies. */
  box: Uint8Array
}

/** Codecs by the type of their entry. */
const CODECS: Readonly<Record<string, string>> = {
  '.mp3': 'mp3',
  'ms\0U': 'mp3',
  'ac-3': 'ac-3',
  'ec-3': 'e-ac-3',
  'ac-4': 'ac-4',
  Opus: 'opus',
  fLaC: 'flac',
  alac: 'alac',
  mlpa: 'truehd',
  samr: 'amr',
  sawb: 'amr',
  enca: 'encrypted',
  ...Object.fromEntries(['dtsc', 'dtse', 'dtsh', 'dtsl', 'dtsx'].map(type => [type, 'dts'])),
  ...Object.fromEntries(
    ['sowt', 'twos', 'lpcm', 'ipcm', 'fpcm', 'in24', 'in32', 'fl32', 'fl64', 'raw ', 'NONE'].map(type => [type, 'pcm']),
  ),
}

/** Codecs of `mp4a` entries by `objectTypeIndication` (ISO/IEC 14496-1, table 5; registered at mp4ra.org). */
const OBJECT_CODECS: Readonly<Record<number, string>> = {
  105: 'mp3',
  107: 'mp3',
  165: 'ac-3',
  166: 'e-ac-3',
  169: 'dts',
  173: 'opus',
  221: 'vorbis',
}
const AAC = 0x40
/** The profiles of MPEG-2 AAC, each with the audio object type that its configuration must have. */
const MPEG_2_AAC = new Map([
  [0x66, 1],
  [0x67, 2],
  [0x68, 3],
])

const AC3_UNITS = 1536

/** Reads the entries in the content of `stsd`, in order, because samples refer to them by number. */
export function sampleEntries(descriptions: DataView, budget: Budget): SampleEntry[] {
  const version = descriptions.getUint8(0)
  return [...boxesIn(descriptions, budget, 8)].map(({ type, content, box }) => {
    const copy = new Uint8Array(box.buffer, box.byteOffset, box.byteLength).slice()
    const unread = {
      codec: 'unreadable',
      rate: 0,
      channels: 0,
      bits: 0,
      frameUnits: undefined,
      aac: undefined,
      box: copy,
    }
    if (content.byteLength < ENTRY_BYTES) return unread
    const fields = { rate: content.getUint32(24) >>> 16, channels: content.getUint16(16), bits: content.getUint16(18) }
    const frameUnits = type === 'ac-3' ? AC3_UNITS : undefined
    const inner = described(type, innerBoxes(content, version, budget))
    return { ...unread, ...fields, codec: CODECS[type] ?? type, frameUnits, ...inner }
  })
}

/** Properties that the boxes of an entry state beyond its fixed fields. */
function described(type: string, boxes: ReadonlyMap<string, DataView>): Partial<SampleEntry> {
  const [alac, flac] = [boxes.get('alac'), boxes.get('dfLa')]
  // The magic cookie begins with the frame length; STREAMINFO with the least and the most samples of a block.
  if (type === 'alac' && alac && alac.byteLength >= 28)
    return { frameUnits: alac.getUint32(4), channels: alac.getUint8(13), rate: alac.getUint32(24) }
  if (type === 'fLaC' && flac && flac.byteLength >= 22)
    return {
      frameUnits: flac.getUint16(8) === flac.getUint16(10) ? flac.getUint16(10) : undefined,
      rate: flac.getUint32(18) >>> 12,
    }
  if (type !== 'mp4a') return {}
  const stream = boxes.get('esds')
  const decoder = stream && decoderConfig(stream)
  if (!decoder) return { codec: 'unreadable' }
  const { objectType, config } = decoder
  const named = OBJECT_CODECS[objectType]
  if (named) return { codec: named, frameUnits: named === 'ac-3' ? AC3_UNITS : undefined }
  if (objectType !== AAC && !MPEG_2_AAC.has(objectType)) return { codec: `mp4a.${objectType.toString(16)}` }
  const aac = config && aacConfig(config)
  if (!aac) return { codec: 'unreadable' }
  const { codec, rate, channels, frameUnits } = aac
  const isAsNamed = objectType === AAC || MPEG_2_AAC.get(objectType) === aac.objectType
  return { codec, rate, channels, frameUnits, aac: isAsNamed ? aac : undefined }
}

/** Bytes of an AudioSampleEntry before its boxes. QuickTime's versions 1 and 2 have more fields. */
const ENTRY_BYTES = 28
const QUICKTIME_BYTES: Readonly<Record<number, number>> = { 1: 16, 2: 36 }

/** The boxes of an entry and, in QuickTime files, of its `wave` box; the first of each type. */
function innerBoxes(entry: DataView, descriptionsVersion: number, budget: Budget): Map<string, DataView> {
  const found = new Map<string, DataView>()
  const further = descriptionsVersion === 0 ? (QUICKTIME_BYTES[entry.getUint16(8)] ?? 0) : 0
  for (const box of boxesIn(entry, budget, ENTRY_BYTES + further)) {
    const boxes = box.type === 'wave' ? [...boxesIn(box.content, budget)] : [box]
    for (const { type, content } of boxes) if (!found.has(type)) found.set(type, content)
  }
  return found
}
/** Descriptor tags (ISO/IEC 14496-1), and the bytes of fixed fields that precede the nested descriptors. */
const STREAM = 3
const DECODER_CONFIG = 4
const DECODER_SPECIFIC = 5
const DECODER_CONFIG_BYTES = 13
/** Flags of an ES descriptor for optional fields: dependency, URL, clock. */
const DEPENDS = 0x80
const ADDRESS = 0x40
const CLOCK = 0x20

interface DecoderConfig {
  objectType: number
  config: DataView | undefined
}

function decoderConfig(stream: DataView): DecoderConfig | undefined {
  const outer = descriptor(stream, 4, STREAM)
  if (!outer) return undefined
  const flags = outer.getUint8(2)
  // A stream at a URL is not in this file.
  if (flags & ADDRESS) return undefined
  const decoder = descriptor(outer, 3 + (flags & DEPENDS ? 2 : 0) + (flags & CLOCK ? 2 : 0), DECODER_CONFIG)
  if (!decoder || decoder.byteLength < DECODER_CONFIG_BYTES) return undefined
  return { objectType: decoder.getUint8(0), config: descriptor(decoder, DECODER_CONFIG_BYTES, DECODER_SPECIFIC) }
}

/**
 * The content of the descriptor at a position: a tag, a length of up to four bytes with seven bits each, then the
 * content.
 */
function descriptor(bytes: DataView, at: number, tag: number): DataView | undefined {
  if (at >= bytes.byteLength || bytes.getUint8(at) !== tag) return undefined
  let length = 0
  for (let i = at + 1; i < Math.min(at + 5, bytes.byteLength); i += 1) {
    const byte = bytes.getUint8(i)
    length = length * 128 + (byte & 127)
    if (byte < 128) return i + 1 + length <= bytes.byteLength ? part(bytes, i + 1, length) : undefined
  }
  return undefined
}
