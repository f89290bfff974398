/**
 * The Huffman codes of AAC (ISO/IEC 14496-3, 4.A), reduced to what finds the end of a code word: its length, the sign
 * bits after it, and its escape sequences. Within a code, the standard numbers the words of rising length upward, so the
 * number of words of each length determines all of them.
 */
export interface Codebook {
  /** Spectral lines of one code word. */
  lines: number
  /** Number of code words of 1, 2, 3 ... bits. */
  lengths: readonly number[]
  /** Sign bits of each code word, one digit per word; absent where the code contains the signs. */
  signs?: string
  /** Escape sequences of each code word, one digit per word; present in the last spectral code only. */
  escapes?: string
}

/** Differences of scale factors, intensity positions and noise energies. */
export const SCALE_FACTORS: Codebook = { lines: 0, lengths: [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46] }

/** Spectral codes 1 to 11. */
export const SPECTRAL: readonly Codebook[] = [
  { lines: 4, lengths: [1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16] },
  { lines: 4, lengths: [0, 0, 1, 1, 7, 24, 15, 19, 14] },
  {
    lines: 4,
    lengths: [1, 0, 0, 4, 2, 6, 3, 5, 15, 15, 8, 9, 3, 3, 5, 2],
    signs: '011112222232343311223232331221224334323244332333223243344233333344442233434443233',
  },
  {
    lines: 4,
    lengths: [0, 0, 0, 10, 6, 0, 9, 21, 8, 14, 11, 2],
    signs: '433331202222121144443333333333332222222222221111444444333333333433344422222243333',
  },
  { lines: 2, lengths: [1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4] },
  { lines: 2, lengths: [0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4] },
  {
    lines: 2,
    lengths: [1, 0, 2, 1, 0, 4, 5, 10, 14, 15, 8, 4],
    signs: '0112221122211222222221122212122222222211222222222222112222222222',
  },
  {
    lines: 2,
    lengths: [0, 0, 1, 5, 7, 10, 14, 15, 8, 4],
    signs: '2212120112222222221122222222221212222222121222222222221212222112',
  },
  {
    lines: 2,
    lengths: [1, 0, 2, 1, 0, 4, 3, 8, 11, 20, 31, 38, 32, 14, 4],
    signs:
      '011222112221122222222112222222121222222221222222221222122221222211222222222222212221222222222222' +
      '2222222212212222222122222222222222212212222122222222222222222222222222222',
  },
  {
    lines: 2,
    lengths: [0, 0, 0, 3, 8, 14, 17, 25, 31, 41, 22, 8],
    signs:
      '222211222221122220221122222222222212122222222222212122222222222222222212222212222222222222222212' +
      '1222222212222221222222222222222221212122222222222222212122212221222222122',
  },
  {
    lines: 2,
    lengths: [0, 0, 0, 2, 6, 7, 16, 59, 55, 95, 43, 6],
    signs:
      '022112222221212222222112222222222222222222222121222222222222222222222222222222222212222221222222' +
      '222222222222122222212222222222222212222222222212222221212222222222222222222222222222221222222222' +
      '222222222122222222222222222222222222211222222222222222222222222221221212221222221122221221211211' +
      '2',
    escapes:
      '002000000000000000000000000000000000001111101000101111000001100111001011101001100001100000011001' +
      '010000000100000000000000000000000000000000000010000001000000000000000000000000000000000000000000' +
      '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000' +
      '0',
  },
]

/** Scale factor bands (4.5.4): the widths of a long and a short window's bands, as `width*repetitions`. */
interface Bands {
  /** The lowest of the sample rates that share these bands. */
  fromRate: number
  long: string
  short: string
  /** Bands of a long window that AAC Main predicts. */
  predicted: number
}

const MIDDLE = '12*4 16*2 20*2 24*2 28*2'
const LOW = '20*3 24*2 28*2 32 36 40*2 44 48 52 56 60 64'

/** In falling order of their rates; higher rates than 48,000 Hz are not accepted. */
const BANDS: readonly Bands[] = [
  { fromRate: 44_100, long: `4*10 8*7 ${MIDDLE} 32*19 96`, short: '4*5 8*3 12*3 16*3', predicted: 40 },
  { fromRate: 32_000, long: `4*10 8*7 ${MIDDLE} 32*22`, short: '4*5 8*3 12*3 16*3', predicted: 40 },
  {
    fromRate: 22_050,
    long: '4*11 8*10 12*4 16*3 20*2 24*2 28*2 32 36*2 40 44 48 52*2 64*5',
    short: '4*7 8*3 12*2 16*2 20',
    predicted: 41,
  },
  { fromRate: 11_025, long: `8*11 12*9 16*4 ${LOW}*3`, short: '4*8 8*2 12*2 16 20*2', predicted: 37 },
  {
    fromRate: 8_000,
    long: '12*13 16*7 20*4 24*3 28*2 32 36*2 40 44 48 52 56 60 64 80',
    short: '4*7 8*4 12 16 20*2',
    predicted: 34,
  },
]

export interface BandOffsets {
  /** First spectral line of each band, and the end of the last. */
  long: readonly number[]
  short: readonly number[]
  predicted: number
}

/** The bands of a sample rate; `undefined` for a rate that is not accepted. */
export function bandOffsets(rate: number): BandOffsets | undefined {
  const bands = BANDS.find(({ fromRate }) => rate >= fromRate)
  return bands && { long: offsets(bands.long), short: offsets(bands.short), predicted: bands.predicted }
}

function offsets(widths: string): number[] {
  const all = [0]
  for (const run of widths.split(' ')) {
    const [width = 0, repetitions = 1] = run.split('*').map(Number)
    for (let i = 0; i < repetitions; i += 1) all.push((all.at(-1) ?? 0) + width)
  }
  return all
}
