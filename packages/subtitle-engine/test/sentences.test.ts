import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesFromTranscript, type Word } from '../src/index.ts'
import { anySentences } from './support/arbitrary.ts'
import { wordsOf } from './support/words.ts'

const sentencesOf = (words: Word[]) =>
  sentencesFromTranscript({ words, durationMs: words.at(-1)?.endMs ?? 0, dropped: [] })
const texts = (text: string) => sentencesOf(wordsOf(text)).map(sentence => sentence.text)
/** The same text with a bar where a sentence ends. */
const cut = (text: string) => texts(text.replaceAll(' | ', ' ')).join(' | ')

describe('sentences', () => {
  it('end at full stops, question and exclamation marks', () => {
    expect(texts('Hello there. How are you? Fine! Good')).toEqual(['Hello there.', 'How are you?', 'Fine!', 'Good'])
  })

  it.each([
    'Mr. Brown met Dr. Lee and Mrs. Hill.',
    'He lives in the U.S. with his wife. | They met at 5 p.m. on Monday.',
    'It opens at 9 a.m. | We left early.',
    'He works for the U.S. Army. | She left the U.S. | Then she wrote a book.',
    'J. K. Rowling and George W. Bush were there. | So was I. | He left.',
    'We chose plan B. | The others stayed.',
    'Take fruit, e.g. apples, i.e. what you like.',
    'See No. 5 on the list. | No. | I will not.',
    'It costs 3.5 million. | That is a lot.',
    'Acme Inc. Chairman Bob spoke. | He sold Acme Inc. | The price was low.',
    'I was... thinking about it. | And then... | Well, no.',
    'He wrote his initials, J. B., under the wheel. | Who was J. B.? | Nobody knew.',
    'Martin Luther King Jr. spoke. | Sammy Davis Jr. | He sang.',
  ])('%s', text => {
    expect(cut(text)).toBe(text)
  })

  it('keep a decimal that was recognized in pieces as one number', () => {
    expect(texts('about 3. 5 percent')).toEqual(['about 3. 5 percent'])
  })

  it('end at a pause of 1.5 seconds, not at a shorter one', () => {
    expect(texts('this goes {1400} on and {1500} this does not')).toEqual(['this goes on and', 'this does not'])
  })

  it('end when the speaker changes', () => {
    const words = wordsOf('yes it is no it is not').map((word, i) => ({ ...word, speaker: i < 3 ? 'spk_0' : 'spk_1' }))
    expect(sentencesOf(words).map(sentence => sentence.text)).toEqual(['yes it is', 'no it is not'])
  })

  it('keep the fragments of a false start', () => {
    expect(texts('I, I mean, we went there.')).toEqual(['I, I mean, we went there.'])
  })

  it('have their words, their times and a stable id', () => {
    const [first, second] = sentencesOf(wordsOf('Hello there. {200} Bye.'))
    expect([first?.id, second?.id]).toEqual(['s1', 's2'])
    expect([first?.startMs, first?.endMs, second?.startMs, second?.endMs]).toEqual([0, 600, 800, 1100])
  })

  it('of more than 45 words are split at a clause boundary', () => {
    const half = 'we walked along the river for a very long time that day with our friends from school and talked'
    const parts = texts(`${half}, because the weather was fine and nobody wanted to go home before it was dark ${half}`)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts[0]).toMatch(/talked,$/)
    expect(parts[1]).toMatch(/^because/)
  })

  it('of minutes without punctuation are split, never after an article', () => {
    const words = wordsOf('the man saw a dog near the old house and the dog saw an apple '.repeat(40).trim())
    const parts = sentencesOf(words)
    for (const { text, words: own, startMs, endMs } of parts) {
      expect(own.length).toBeLessThanOrEqual(45)
      expect(endMs - startMs).toBeLessThanOrEqual(15_000)
      expect(own.length).toBeGreaterThanOrEqual(8)
      expect(text).not.toMatch(/ (?:the|a|an)$/)
    }
  })

  it('over 15 seconds are split at the longest pause near the middle', () => {
    const parts = texts(
      'one two three four five {900} six seven {900} eight nine ten {1400} eleven twelve {900} thirteen {900} fourteen {900} fifteen sixteen seventeen {900} eighteen nineteen twenty {1300} more and more of it',
    )
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.join(' ')).toContain('one two three')
  })

  it('lose no word, whatever the words are', () => {
    fc.assert(
      fc.property(anySentences, sentences => {
        const words = sentences.flatMap(sentence => sentence.words)
        expect(sentencesOf(words).flatMap(sentence => sentence.words)).toEqual(words)
        expect(new Set(sentences.map(sentence => sentence.id)).size).toBe(sentences.length)
        for (const sentence of sentences) expect(sentence.words.length).toBeGreaterThan(0)
      }),
    )
  })
})

it('words without a span of time are divided evenly, so that any number takes time in proportion', () => {
  const words = Array.from({ length: 20_000 }, () => ({
    text: 'so',
    startMs: 1000,
    endMs: 1000,
    confidence: 1,
    after: '',
  }))
  const lengths = sentencesFromTranscript({ words, durationMs: 1000, dropped: [] }).map(
    sentence => sentence.words.length,
  )
  expect(Math.min(...lengths)).toBeGreaterThan(1)
  expect(lengths.length).toBeLessThan(words.length / 10)
})

it('speech without a full stop is divided whatever the number of its parts', () => {
  const words = Array.from({ length: 150_000 }, (_, i) => ({
    ...{ text: 'word', after: '', confidence: 1 },
    ...{ startMs: i * 10_000, endMs: (i + 1) * 10_000 },
  }))
  expect(sentencesFromTranscript({ words, durationMs: 0, dropped: [] })).toHaveLength(150_000)
})
