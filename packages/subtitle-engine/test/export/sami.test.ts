import { describe, expect, it } from 'vitest'
import { encodeSami, exportSubtitle } from '../../src/export/index.ts'
import { type Cue, koreanProfile, readSubtitle, type Sentence } from '../../src/index.ts'
import { textOf } from '../../src/read/lines.ts'

const CUES: Cue[] = [
  { startMs: 1000, endMs: 2500, lines: ['똠방각하 <3', '& 펲시'], sentenceIds: ['s1'], flags: [] },
  { startMs: 2500, endMs: 4000, lines: ['“끝이에요…”'], sentenceIds: ['s2'], flags: [] },
]
const SENTENCES: Sentence[] = ['Soup & soda.', 'It is the end of it.'].map((text, i) => ({
  ...{ id: `s${i + 1}`, text, startMs: CUES[i]?.startMs ?? 0, endMs: CUES[i]?.endMs ?? 0 },
  words: text.split(' ').map((word, n) => ({
    text: word,
    startMs: 1000 + i * 1500 + n * 200,
    endMs: 1100 + i * 1500 + n * 200,
    confidence: 1,
    after: '',
  })),
}))
const source = { name: 'x', cues: CUES, sentences: SENTENCES, profile: koreanProfile }
const read = (file: string | Uint8Array, language: 'en' | 'ko') => {
  const { cues, encoding } = readSubtitle(file, language)
  return { encoding, cues: cues.map(({ startMs, endMs, lines }) => [startMs, endMs, textOf(lines)]) }
}
const KOREAN = [
  [1000, 2500, '똠방각하 ＜3\n& 펲시'],
  [2500, 4000, '“끝이에요…”'],
]

describe('SAMI', () => {
  it('is read back with the same times and lines', () => {
    expect(read(exportSubtitle('sami', source), 'ko').cues).toEqual(KOREAN)
  })

  it('has both languages, each in its class', () => {
    const both = exportSubtitle('samiBoth', source)
    expect(read(both, 'ko').cues).toEqual(KOREAN)
    expect(read(both, 'en').cues.map(cue => cue[2])).toEqual(['Soup & soda.', 'It is the end of it.'])
  })

  it('is written in CP949, with the syllables that KS X 1001 lacks, and lists characters that CP949 lacks', () => {
    expect(read(encodeSami(exportSubtitle('samiCp949', source)).bytes, 'ko')).toEqual({
      encoding: 'cp949',
      cues: KOREAN,
    })
    const { bytes, missing } = encodeSami(`${exportSubtitle('sami', source)}<SYNC Start=5000><P Class=KRCC>안녕 😀ñ`)
    expect(missing).toEqual(['😀', 'ñ'])
    expect(read(bytes, 'ko').cues.at(-1)?.[2]).toBe('안녕 😀ñ')
  })
})
