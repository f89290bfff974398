import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cue,
  cuesFromSentences,
  formatSrt,
  inspectCues,
  koreanProfile,
  parseSrt,
  type Rule,
  type Sentence,
} from '../../src/index.ts'
import { isVisible, tidy } from '../../src/korean/tidy.ts'
import { anySentences, anyTranslation, substance } from '../support/arbitrary.ts'

type Input = { sentences: Sentence[]; translations: Map<string, string>; mediaEndMs: number | undefined }

const anyInput: fc.Arbitrary<Input> = fc
  .record({
    sentences: anySentences,
    texts: fc.array(fc.option(anyTranslation, { nil: undefined, freq: 12 }), { minLength: 1, maxLength: 60 }),
    afterMs: fc.constantFrom(undefined, undefined, 0, 1, 700, 60_000),
    cutMs: fc.constantFrom(undefined, undefined, undefined, 1, 2, 40, 1000),
  })
  .map(({ sentences, texts, afterMs, cutMs }) => {
    const translations = new Map<string, string>()
    for (const [i, sentence] of sentences.entries()) {
      const text = texts[i % texts.length]
      if (text !== undefined) translations.set(sentence.id, text)
    }
    const endMs = sentences.reduce((end, sentence) => Math.max(end, sentence.endMs), 0)
    return { sentences, translations, mediaEndMs: cutMs ?? (afterMs === undefined ? undefined : endMs + afterMs) }
  })

const cuesOf = ({ sentences, translations, mediaEndMs }: Input): Cue[] =>
  cuesFromSentences(sentences, translations, koreanProfile, mediaEndMs)

const cut = new Map<string, Cue[]>()
/** Every property draws the same inputs (docs/decisions/fixed-seed.md): their cues are made once for all of them. */
function cuesOnce(input: Input): Cue[] {
  const drawn = JSON.stringify([input.sentences, [...input.translations], input.mediaEndMs])
  const cues = cut.get(drawn) ?? cuesOf(input)
  cut.set(drawn, cues)
  return cues
}

function always(promise: (input: Input, cues: Cue[]) => void): void {
  fc.assert(
    fc.property(anyInput, input => promise(input, cuesOnce(input))),
    { numRuns: 200 },
  )
}

describe('cues of any words and any translations', () => {
  it('are in order and never overlap', () => {
    always((_, cues) => {
      for (const [i, cue] of cues.entries()) {
        expect(cue.startMs).toBeGreaterThanOrEqual(cues[i - 1]?.endMs ?? 0)
        expect(cue.endMs).toBeGreaterThan(cue.startMs)
        expect(Number.isInteger(cue.startMs) && Number.isInteger(cue.endMs)).toBe(true)
      }
    })
  })

  it('end before the media does', () => {
    always(({ mediaEndMs }, cues) => {
      if (mediaEndMs === undefined || mediaEndMs === 0) return
      for (const cue of cues) expect(cue.endMs).toBeLessThanOrEqual(mediaEndMs)
    })
  })

  it('have one or two lines, none of them empty', () => {
    always((_, cues) => {
      for (const { lines } of cues) {
        expect([1, 2]).toContain(lines.length)
        for (const line of lines) expect(line.trim()).not.toBe('')
      }
    })
  })

  it('lose no letter of any translation, and show the source if there is none', () => {
    always(({ sentences, translations }, cues) => {
      const shown = substance(cues.flatMap(cue => cue.lines).join(' '))
      const texts = sentences.map(sentence => {
        const korean = translations.get(sentence.id) ?? ''
        return isVisible(tidy(korean)) ? korean : sentence.text
      })
      expect(shown).toBe(substance(texts.join(' ').replaceAll('-->', '→')))
    })
  })

  it('keep every other rule, or carry the flag of the cause', () => {
    const flagged: Rule[] = [
      'speed',
      'duration',
      'gap',
      'lineLength',
      'inTime',
      'outTime',
      'pause',
      'numbers',
      'lineBreak',
      'phrase',
    ]
    always(({ sentences }, cues) => {
      const { rules } = inspectCues(cues, koreanProfile, sentences)
      for (const [rule, report] of Object.entries(rules)) {
        for (const at of report.cues) {
          expect(flagged, `${rule}: ${JSON.stringify(cues[at])}`).toContain(rule)
          expect(cues[at]?.flags).toContain(rule)
        }
      }
    })
  })

  it('are read back from SRT with the same times and lines', () => {
    always((_, cues) => {
      // Braces and angle brackets become full-width, because players hide what they enclose.
      const narrow = (line: string) => line.normalize('NFKC')
      const plain = (each: readonly Cue[]) =>
        each.map(({ startMs, endMs, lines }) => ({ startMs, endMs, lines: lines.map(narrow) }))
      expect(plain(parseSrt(formatSrt(cues)))).toEqual(plain(cues))
    })
  })

  it('are the same each time', () => {
    fc.assert(
      fc.property(anyInput, input => {
        expect(cuesOf(input)).toEqual(cuesOf(input))
      }),
      { numRuns: 40 },
    )
  })
})
