import fc from 'fast-check'
import type { Sentence, Transcript, Word } from '../../src/index.ts'
import { sentencesFromTranscript } from '../../src/index.ts'

const time = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 60_000 }), fc.constant(5000))

/** Words with any times, in order as the transcript reader leaves them: zero lengths, one moment for all, long pauses. */
const anyWords: fc.Arbitrary<Word[]> = fc
  .array(
    fc.record({
      stepMs: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 900 }) }, { weight: 1, arbitrary: time }),
      lengthMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1200 }), time),
      text: fc.oneof(
        fc.constantFrom('the', 'word', 'Kennedy', '25', 'U.S', 'Mr', 'I', 'and'),
        fc.string({ minLength: 1, maxLength: 12 }),
      ),
      after: fc.constantFrom('', '', '', ',', '.', '?', '!', '...'),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      speaker: fc.constantFrom(undefined, undefined, 'spk_0', 'spk_1'),
    }),
    { maxLength: 60, size: 'max' },
  )
  .map(drafts => {
    const words: Word[] = []
    let at = 0
    for (const { stepMs, lengthMs, speaker, ...rest } of drafts) {
      at += stepMs
      const word = {
        ...rest,
        text: rest.text.trim() === '' ? 'x' : rest.text.trim(),
        startMs: at,
        endMs: at + lengthMs,
      }
      words.push(speaker === undefined ? word : { ...word, speaker })
    }
    for (const [i, word] of words.entries()) {
      const next = words[i + 1]
      if (next) word.endMs = Math.max(word.startMs, Math.min(word.endMs, next.startMs))
    }
    return words
  })

export const anySentences: fc.Arbitrary<Sentence[]> = anyWords.map(words => {
  const transcript: Transcript = { words, durationMs: words.at(-1)?.endMs ?? 0, dropped: [] }
  return sentencesFromTranscript(transcript)
})

const eojeol = fc.constantFrom(
  '우리는',
  '그래서',
  '말했지만',
  '3',
  '시간',
  '2억',
  '원을',
  'New',
  'York',
  'Times는',
  '네.',
  '아,',
  '정말?',
  '가고',
  '있다...',
)

/** Whatever a translator may send back. */
export const anyTranslation: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(eojeol, { minLength: 1, maxLength: 25 }).map(words => words.join(' ')) },
  fc.constantFrom(
    '',
    '   ',
    '.',
    '...',
    '\u200b',
    '네',
    '<b>굵게</b> --> 끝',
    '"안녕."',
    'U.S.',
    '가'.repeat(2000),
    '가나다 '.repeat(500),
  ),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '👨‍👩‍👧‍👦🎉 '.repeat(20),
    'e\u0301'.repeat(100),
    'مرحبا بالعالم '.repeat(12),
    '한글'.repeat(30),
    'The New York Times '.repeat(9),
  ),
)

/** Letters, digits and signs of a text in order, without what a subtitle may change: spaces, stops, commas, dots. */
export function substance(text: string): string {
  return (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}\p{Sc}\p{So}]/gu) ?? []).join('')
}
