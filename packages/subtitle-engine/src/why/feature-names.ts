import { KINDS, type Kind } from '../korean/kinds.ts'

/** What a template of `boundary-features.ts` looks at, and how to show its values. */
type Value = 'syllable' | 'kind' | 'number'

const TEMPLATES: Readonly<Record<number, readonly [name: string, ...values: Value[]]>> = {
  0: ['any boundary'],
  1: ['mark before (1 comma, 2 stop, 3 quote)', 'number'],
  2: ['mark before, words since a mark, length before', 'number', 'number', 'number'],
  3: ['mark before, kinds around', 'number', 'kind', 'kind'],
  4: ['last syllable before', 'syllable'],
  5: ['last two syllables before', 'syllable', 'syllable'],
  6: ['last three syllables before', 'syllable', 'syllable', 'syllable'],
  7: ['last syllable after', 'syllable'],
  8: ['last two syllables after', 'syllable', 'syllable'],
  10: ['first syllable after', 'syllable'],
  11: ['first two syllables after', 'syllable', 'syllable'],
  12: ['short word before', 'syllable', 'syllable', 'syllable'],
  14: ['last syllable two before', 'syllable'],
  15: ['last two syllables two before', 'syllable', 'syllable'],
  18: ['last syllables before and after', 'syllable', 'syllable'],
  19: ['last syllable before, first after', 'syllable', 'syllable'],
  21: ['last syllables after and two after', 'syllable', 'syllable'],
  24: ['width since the last mark', 'number'],
  25: ['width until the next mark', 'number'],
  29: ['syllables after', 'number'],
  30: ['syllables before and after', 'number'],
  31: ['width between marks', 'number'],
  32: ['words since and until a mark', 'number', 'number'],
  34: ['last syllable before, words since a mark', 'syllable', 'number'],
  36: ['last syllable before, its word’s length', 'syllable', 'number'],
  37: ['last syllable before, width until a mark', 'syllable', 'number'],
  38: ['kind before', 'kind'],
  39: ['kind after', 'kind'],
  44: ['kind before, words since a mark', 'kind', 'number'],
  47: ['kind after, its first syllable', 'kind', 'syllable'],
  48: ['kinds of the two before', 'kind', 'kind'],
  49: ['kinds of the two after', 'kind', 'kind'],
  53: ['kind before, width until a mark', 'kind', 'number'],
  54: ['kind after, its length', 'kind', 'number'],
  55: ['kind before, widths since and until a clause end', 'kind', 'number', 'number'],
  56: ['widths since and until a clause end', 'number', 'number'],
  60: ['distance to the head', 'number'],
  61: ['kind before, distance to the head', 'kind', 'number'],
  62: ['kind before, width of its phrase', 'kind', 'number'],
  63: ['kinds around, parts before the verb', 'kind', 'kind', 'number'],
  64: ['kind before, parts beside it', 'kind', 'number'],
  65: ['kinds before, of the verb and after it', 'kind', 'kind', 'kind'],
  66: ['words and width to the end', 'number', 'number'],
  67: ['words and width to the next mark', 'number', 'number'],
  68: ['kind before, width of its phrase, distance to the head', 'kind', 'number', 'number'],
}

/** Kinds by their number in the features, as `boundary-features.ts` counts them. */
const KIND_NAMES = [...new Set<Kind>([...KINDS.map(({ kind }) => kind), 'numeral', 'dependent', 'final'])]

/** A feature in words: `kind before = object`. */
export function featureName(template: number, values: readonly number[]): string {
  const [name = `template ${template}`, ...shapes] = TEMPLATES[template] ?? []
  const shown = shapes.map((shape, i) => {
    const value = values[i] ?? 0
    if (shape === 'syllable') return value === 0 ? '-' : String.fromCharCode(value)
    return shape === 'kind' ? (KIND_NAMES[value - 1] ?? '-') : String(value)
  })
  return shown.length > 0 ? `${name} = ${shown.join(' ')}` : name
}
