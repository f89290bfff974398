import { describe, expect, it } from 'vitest'
import { wordKey } from '../../src/script/script-words.ts'
import { withScript } from '../../src/script/with-script.ts'
import { hear, SPEECH } from './speech.ts'

const [first, second, third, fourth, fifth, sixth, seventh] = SPEECH
const spoken = (...paragraphs: readonly string[]) => hear(paragraphs.join(' '))
const script = (...paragraphs: readonly string[]) => paragraphs.join('\n\n')
const sentenceOf = (words: readonly { text: string; after: string }[]) =>
  words.map(word => word.text + word.after).join(' ')
const noted = ({ differences }: ReturnType<typeof withScript>) =>
  differences.map(({ said, written }) => `${said} | ${written}`)

/**
 * Words of the result that the recognizer did not transcribe and nobody said: none may come from the script.
 */
function takenButNotSaid(
  said: readonly string[],
  heard: readonly { text: string }[],
  words: readonly { text: string }[],
) {
  const known = new Set([...said, ...heard.map(({ text }) => text)].map(wordKey))
  return words.map(({ text }) => text).filter(text => !known.has(wordKey(text)))
}

/** How many words two texts have in common, in any order. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const left = other.map(wordKey)
  return one.map(wordKey).filter(key => {
    const at = left.indexOf(key)
    if (at >= 0) left.splice(at, 1)
    return key !== '' && at >= 0
  }).length
}

/** Scripts with the faults that people's scripts have: what was said, the script, and a difference that must be shown. */
const FAULTY: readonly (readonly [fault: string, said: string[], written: string, shown: RegExp | undefined])[] = [
  ['none', [...SPEECH], script(...SPEECH), undefined],
  [
    'a paragraph that was not said',
    [first, second, fourth, fifth, sixth, seventh],
    script(...SPEECH),
    /^ \| We did not sleep/,
  ],
  [
    'a paragraph that was not written',
    [...SPEECH],
    script(first, second, fourth, fifth, sixth, seventh),
    /^We did not sleep .* \| $/,
  ],
  ['another order', [first, fifth, third, second, fourth, seventh, sixth], script(...SPEECH), undefined],
  [
    'notes in brackets, names of speakers and headings',
    [...SPEECH],
    `# The Night Bakery\n\nCATHERINE: ${first}\n\n[slide 2: map of the ridge]\n${second} (pause for laughter)\n\n${script(third, fourth, fifth, sixth, seventh)}`,
    undefined,
  ],
  [
    'typing errors',
    [...SPEECH],
    script(...SPEECH)
      .replace('winter', 'wniter')
      .replace('windows', 'windws')
      .replace('because', 'becuase')
      .replace('morning', 'mroning'),
    /windows | windws/,
  ],
  [
    'another number and another name than were said',
    [...SPEECH].map(each => each.replace('1,200', '1,400').replace('Amara', 'Sandra')),
    script(...SPEECH),
    /1400 \| 1,200/,
  ],
  [
    'no capitals and no punctuation',
    [...SPEECH],
    script(...SPEECH)
      .toLowerCase()
      .replace(/[.,?!;“”]/g, ''),
    /tesselly \| tessaly/,
  ],
  ['lines that are broken anywhere', [...SPEECH], script(...SPEECH).replace(/(\S+ \S+ \S+) /g, '$1\n'), undefined],
  [
    'remarks of the speaker between the sentences, and a negation that was not written',
    [
      first,
      'Can you hear me in the back? Good, wonderful.',
      second.replace('nobody could', 'everybody could'),
      ...SPEECH.slice(2),
    ],
    script(...SPEECH),
    /everybody \| nobody/,
  ],
]

describe.each(FAULTY)('a script with %s', (_, paragraphs, written, shown) => {
  const { said, heard } = spoken(...paragraphs)
  const result = withScript(heard, written)

  it('gives no word that was not said', () => {
    expect(takenButNotSaid(said, heard, result.words)).toEqual([])
  })

  it('leaves the times of the speech in order, from its first to its last word', () => {
    expect(result.words[0]?.startMs).toBe(heard[0]?.startMs)
    expect(result.words.at(-1)?.endMs).toBe(heard.at(-1)?.endMs)
    for (const [i, word] of result.words.entries()) {
      expect(word.startMs).toBeGreaterThanOrEqual(result.words[i - 1]?.endMs ?? 0)
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
    }
  })

  it('is aligned to nearly every word that both have, and shows where they differ', () => {
    expect(result.confirmed / countCommon(said, written.split(/\s+/))).toBeGreaterThan(0.93)
    if (shown) expect(noted(result).some(each => shown.test(each))).toBe(true)
    else expect(noted(result).filter(each => !/labor|wall/.test(each))).toEqual([])
  })
})

describe('what comes from a script', () => {
  const { heard } = spoken(...SPEECH)
  const text = sentenceOf(withScript(heard, script(...SPEECH)).words)

  it.each([
    ['names', 'My name is Catherine Wexley, and I run'],
    ['names that were heard as two words or as nonsense', 'over the Tessaly Ridge had come down'],
    ['a name that was heard as two words', 'a second bakery in Brenmoor.'],
    ['numbers as they are written', 'fed 1,200 people.'],
    ['number words', 'We baked forty loaves an hour, and'],
    ['full stops, question marks and quotes', '“Can you bake by candlelight?” he asked.'],
  ])('are %s', (_, part) => {
    expect(text).toContain(part)
  })

  it('is no ordinary word, even if the recognizer was unsure: the sound decides, and the difference is shown', () => {
    expect(text).toContain('wet wall and bread')
    expect(noted(withScript(heard, script(...SPEECH)))).toContain('wall | wool')
  })

  it.each([
    ['nothing', ''],
    ['another text', 'A recipe for soup: take three onions and boil them for an hour in salted water.'],
    ['only signs', '--- *** ...'],
  ])('is nothing if the script has %s', (_, written) => {
    const result = withScript(heard, written)
    expect(result.words.map(word => word.text)).toEqual(heard.map(word => word.text))
    expect(result.confirmed).toBe(0)
  })
})

describe('a script of four hours', () => {
  it('is aligned in proportion to its length', () => {
    const sentence = (n: number) =>
      `Point ${n} is about ${['apples', 'bridges', 'clouds', 'drums'][n % 4]} and item ${n * 7} of list ${n % 13}.`
    const long = Array.from({ length: 4000 }, (_, n) => sentence(n))
    const { heard } = spoken(...long)
    const [half, whole] = [heard.slice(0, heard.length / 2), heard].map(words => withScript(words, script(...long)))
    expect(heard.length).toBeGreaterThan(40_000)
    expect(whole?.confirmed).toBeGreaterThan(heard.length * 0.98)
    expect(half?.confirmed).toBeGreaterThan((heard.length / 2) * 0.98)
  })
})
