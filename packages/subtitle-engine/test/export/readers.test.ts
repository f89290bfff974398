import { parse as parseAss } from 'ass-compiler'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
// The library's entry needs a browser's window, which its reader does without.
import imscReader from 'imsc/src/main/js/doc.js'
import imscScreens from 'imsc/src/main/js/isd.js'
import papaparse from 'papaparse'
import { describe, expect, it } from 'vitest'
import { framedCues } from '../../src/export/frames.ts'
import { exportSubtitle, FRAME_RATES, type FrameRateName } from '../../src/export/index.ts'
import { type Cue, koreanProfile, PROFILES, parseSrt } from '../../src/index.ts'

const cue = (startMs: number, endMs: number, ...lines: string[]): Cue => {
  return { startMs, endMs, lines, sentenceIds: [`s${startMs}`], flags: [] }
}
/** Every sign that a format may take for its own, and times that fall between frames, over an hour. */
const CUES: readonly Cue[] = [
  cue(0, 833, '안녕하세요'),
  cue(1001, 2517, '<b>굵게</b> & "따옴표"', "작은 '따옴표', 쉼표; 쌍점"),
  cue(2600, 4013, '- 갈까?', '- 그래 --> 가자'),
  cue(59_999, 61_337, '1분을 넘겨요'),
  cue(599_967, 601_000, '10분을 넘겨요'),
  cue(3_599_950, 3_601_234, '한 시간을 넘겨요 👋🏽'),
]
const RATES = Object.keys(FRAME_RATES).filter((name): name is FrameRateName => name in FRAME_RATES)
const source = { name: '여행 <1> & "2"', cues: CUES, sentences: [], profile: koreanProfile }
const textOf = ({ lines }: { lines: readonly string[] }) => lines.join('\n')

/** Seconds of a frame, computed from the standard's own fractions. */
const SECONDS: Record<FrameRateName, (frame: number) => number> = {
  '23.976': frame => (frame * 1001) / 24_000,
  '24': frame => frame / 24,
  '25': frame => frame / 25,
  '29.97': frame => (frame * 1001) / 30_000,
  '29.97 drop': frame => (frame * 1001) / 30_000,
  '30': frame => frame / 30,
  '50': frame => frame / 50,
  '59.94': frame => (frame * 1001) / 60_000,
  '60': frame => frame / 60,
}

describe('ASS, as ass-compiler reads it', () => {
  const read = (cues: readonly Cue[], rate?: FrameRateName) =>
    parseAss(exportSubtitle('ass', { ...source, cues }, rate)).events.dialogue.map(({ Start, End, Text }) => ({
      startMs: Math.round(Start * 1000),
      endMs: Math.round(End * 1000),
      text: Text.combined.replaceAll('\\N', '\n'),
    }))

  it('has the text and the times of every cue, to the hundredth of a second', () => {
    expect(read(CUES)).toEqual(
      CUES.map(each => ({
        startMs: Math.floor(each.startMs / 10) * 10,
        endMs: Math.floor(each.endMs / 10) * 10,
        text: textOf(each),
      })),
    )
  })

  it.each(RATES)('shows each cue from its frame on at %s', rate => {
    const framed = framedCues(CUES, FRAME_RATES[rate])
    for (const [i, { startMs }] of read(CUES, rate).entries()) {
      const frame = framed[i]?.from ?? 0
      // Later than the frame before, and no later than the frame itself.
      expect(startMs / 1000).toBeLessThanOrEqual(SECONDS[rate](frame) + 1e-9)
      if (frame > 0) expect(startMs / 1000).toBeGreaterThan(SECONDS[rate](frame - 1))
    }
  })

  it('takes letters for letters where they look like codes', () => {
    expect(read([cue(0, 1000, '{\\b1}굵게\\N아님')])[0]?.text).toBe('｛＼b1｝굵게＼N아님')
  })

  it.each(Object.entries(PROFILES))('has a style in which the longest line of %s fits the picture', (_, profile) => {
    const { info, styles } = parseAss(exportSubtitle('ass', { ...source, profile }))
    const [style] = styles.style
    expect(Number(style?.Fontsize) * profile.lineCharacters).toBeLessThan(Number(info.PlayResX))
    expect(style?.Alignment).toBe(profile.vttSettings === '' ? '2' : '8')
    expect(style).toMatchObject({ PrimaryColour: '&H00FFFFFF', OutlineColour: '&H00000000', Bold: '-1' })
  })
})

describe('TTML, as imscJS reads it', () => {
  const read = (rate?: FrameRateName) => {
    const messages: string[] = []
    const note = (message: string) => void messages.push(message)
    const errors = { info: note, warn: note, error: note, fatal: note }
    const document = imscReader.fromXML(exportSubtitle('ttml', source, rate), errors)
    expect(messages).toEqual([])
    const [first] = CUES
    expect(imscScreens.generateISD(document, ((first?.startMs ?? 0) + 100) / 1000).contents.length).toBe(1)
    return (document.body.contents ?? [])
      .flatMap(({ contents = [] }) => contents)
      .filter(({ kind }) => kind === 'p')
      .map(({ begin, end, contents = [] }) => ({
        begin,
        end,
        text: contents.map(({ kind, text = '' }) => (kind === 'br' ? '\n' : text)).join(''),
      }))
  }

  it('has the text and the times of every cue', () => {
    expect(read()).toEqual(
      CUES.map(each => ({ begin: each.startMs / 1000, end: each.endMs / 1000, text: textOf(each) })),
    )
  })

  it.each(RATES)('has the times of frames at %s', rate => {
    const framed = framedCues(CUES, FRAME_RATES[rate])
    for (const [i, { begin, end, text }] of read(rate).entries()) {
      expect(begin).toBeCloseTo(SECONDS[rate](framed[i]?.from ?? 0), 6)
      expect(end).toBeCloseTo(SECONDS[rate](framed[i]?.to ?? 0), 6)
      expect(text).toBe(CUES[i] && textOf(CUES[i]))
    }
  })
})

describe('FCPXML, as an XML reader reads it', () => {
  interface Caption {
    '@_offset': string
    '@_duration': string
    text: { 'text-style': { '#text': string } }
  }
  const seconds = (time: string) => {
    const [, above = '', below = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(time) ?? []
    return Number(above) / Number(below)
  }
  const parser = new XMLParser({ ignoreAttributes: false, trimValues: false, htmlEntities: true, parseTagValue: false })

  it.each(RATES)('has each caption on the frames of %s, with its text', rate => {
    const xml = exportSubtitle('fcpxml', source, rate)
    expect(XMLValidator.validate(xml)).toBe(true)
    const { sequence, '@_name': name } = parser.parse(xml).fcpxml.library.event.project
    const captions: Caption[] = sequence.spine.gap.caption
    const framed = framedCues(CUES, FRAME_RATES[rate])
    expect(name).toBe(source.name)
    expect(sequence['@_tcFormat']).toBe(rate === '29.97 drop' ? 'DF' : 'NDF')
    expect(captions.length).toBe(CUES.length)
    for (const [i, { '@_offset': offset, '@_duration': duration, text }] of captions.entries()) {
      const { from = 0, to = 0 } = framed[i] ?? {}
      expect(seconds(offset)).toBeCloseTo(SECONDS[rate](from), 9)
      expect(seconds(duration)).toBeCloseTo(SECONDS[rate](to - from), 9)
      expect(text['text-style']['#text']).toBe(CUES[i] && textOf(CUES[i]))
    }
  })
})

describe('markers, as Papa Parse reads them', () => {
  const read = (rate: FrameRateName) => {
    const { data, errors } = papaparse.parse(exportSubtitle('markers', source, rate), {
      header: true,
      skipEmptyLines: true,
    })
    expect(errors).toEqual([])
    return data
  }

  it.each(RATES)('have the timecodes of %s and the text', rate => {
    const framed = framedCues(CUES, FRAME_RATES[rate])
    const codes = countedTimecodes(rate, framed.at(-1)?.to ?? 0)
    expect(read(rate).map(row => [row.In, row.Out, row['Marker Name'], row.Description])).toEqual(
      CUES.map((each, i) => [
        codes[framed[i]?.from ?? 0],
        codes[framed[i]?.to ?? 0],
        each.lines.join(' '),
        each.lines.join('\n'),
      ]),
    )
  })

  it('keeps a spreadsheet from computing a text', () => {
    const csv = exportSubtitle('markers', { ...source, cues: [cue(0, 900, '=1+1')] })
    expect(csv).toContain(`"'=1+1"`)
    // Spreadsheets in East Asian languages also read full-width signs; a dialogue dash begins no formula.
    for (const [text, written] of [
      ['＝1+1', "'＝1+1"],
      ['＋1', "'＋1"],
      ['＠SUM(A1)', "'＠SUM(A1)"],
      [' =1+1', "' =1+1"],
      ['-2+3', "'-2+3"],
      ['－2+3', "'－2+3"],
      ['- 안녕하세요', '- 안녕하세요'],
      ['-안녕하세요', '-안녕하세요'],
    ] as const)
      expect(exportSubtitle('markers', { ...source, cues: [cue(0, 900, text)] })).toContain(`"${written}",`)
  })
})

/** The timecode of each frame, counted one by one as a clock does; drop frame leaves out 00 and 01 of each minute but the tenth. */
function countedTimecodes(rate: FrameRateName, last: number): string[] {
  const perSecond = Math.ceil(Number.parseFloat(rate))
  const drops = rate.endsWith('drop')
  const codes: string[] = []
  let [h, m, s, f] = [0, 0, 0, 0]
  const two = (value: number) => String(value).padStart(2, '0')
  for (let n = 0; n <= last; n += 1) {
    codes.push(`${two(h)}:${two(m)}:${two(s)}${drops ? ';' : ':'}${two(f)}`)
    f += 1
    if (f === perSecond) [f, s] = [0, s + 1]
    if (s === 60) [s, m] = [0, m + 1]
    if (m === 60) [m, h] = [0, h + 1]
    if (drops && f === 0 && s === 0 && m % 10 !== 0) f = 2
  }
  return codes
}

describe('the other formats', () => {
  it('of subtitles keep text and frame times, as the SRT reader reads them', () => {
    for (const rate of RATES) {
      const framed = framedCues(CUES, FRAME_RATES[rate])
      for (const [i, { startMs, endMs }] of parseSrt(exportSubtitle('srt', source, rate)).entries()) {
        expect(startMs).toBe(Math.floor(SECONDS[rate](framed[i]?.from ?? 0) * 1000 + 1e-6))
        expect(endMs).toBe(Math.floor(SECONDS[rate](framed[i]?.to ?? 0) * 1000 + 1e-6))
      }
    }
  })

  it('as text have one sentence a line', () => {
    const cues = [
      { ...cue(0, 900, '오늘은', '날씨가'), sentenceIds: ['s1'] },
      { ...cue(1000, 1900, '맑네요'), sentenceIds: ['s1'] },
      { ...cue(2000, 2900, '나가요'), sentenceIds: ['s2'] },
    ]
    expect(exportSubtitle('text', { ...source, cues })).toBe('오늘은 날씨가 맑네요\n나가요\n')
  })

  it('as JSON have words and times', () => {
    const words = [{ text: 'Hello', startMs: 10, endMs: 400, confidence: 1, after: ',' }]
    const sentences = [{ id: 's0', text: 'Hello,', words, startMs: 10, endMs: 400 }]
    expect(JSON.parse(exportSubtitle('json', { ...source, cues: CUES.slice(0, 1), sentences }))).toEqual({
      format: 'korean-subtitle',
      version: 1,
      language: 'ko',
      profile: 'ko',
      cues: [{ startMs: 0, endMs: 833, lines: ['안녕하세요'], sentences: ['s0'], flags: [] }],
      sentences: [{ id: 's0', text: 'Hello,', words: [{ text: 'Hello,', startMs: 10, endMs: 400 }] }],
    })
  })
})
