/**
 * Idioms and names whose numbers count nothing; Korean expresses them differently. Matched against lower-case words
 * separated by single spaces.
 */
const IDIOMS = [
  ...['high fives?', 'cloud nine', 'nine to five', '9 to 5', '(?:twenty[- ]four|24)[ /-](?:seven|7)', '24/7(?:/365)?'],
  ...['(?:seven|7)[ -](?:eleven|11)', 'forty winks', 'square one', 'day one', 'nineteen to the dozen'],
  ...['two (?:and|plus) two together', 'six (?:of )?one (?:and|or) half a dozen(?: of the other)?', 'eleventh hour'],
  ...[
    'second to none',
    'million to one',
    'one in a million',
    'all fours',
    'to the nines',
    'catch[- ](?:22|twenty[- ]two)',
  ],
  ...[
    'sixes and sevens',
    '(?:my|your|his|her|their|our) two cents',
    'six feet under',
    'third time lucky',
    'third time’?s the charm',
  ],
  ...['seventh heaven', 'take five', 'take ten', 'thanks a million', 'a thousand times', 'two-faced', 'two by four'],
  ...[
    'eight ball',
    'nine lives',
    'third wheel',
    'fifth wheel',
    'third part(?:y|ies)',
    'third-party',
    'third world',
    'third rail',
  ],
  ...['fifty[- ]fifty', '50[-/]50', 'twenty[- ]twenty', '20/20', '4x4', '101', 'ten to one', 'five o’?clock shadow'],
  ...[
    'whole nine yards',
    'two peas in a pod',
    'two left feet',
    'in two minds',
    'zero in',
    'back to zero',
    'deep six',
    'sixth sense',
  ],
  ...[
    'goes? for two',
    'two steps ahead',
    'ten times over',
    '(?:a |one )?(?:hundred|100) (?:and )?(?:ten|10) ?percent',
    '110 ?%?(?: percent)?',
    '(?:five|ten|5|10) out of (?:five|ten|5|10)',
    'half of me',
    'fourth of july',
    'nine times out of ten',
    'on the double',
    'two birds with one stone',
  ],
]
/** A further number word must not follow, as in `twenty twenty-four`. */
const ANY_IDIOM = new RegExp(
  `(?<![\\p{L}\\d])(?:${IDIOMS.join('|')})(?![\\p{L}\\d]|[ -](?:one|two|three|four|five|six|seven|eight|nine)(?![\\p{L}]))`,
  'gu',
)
const MAY_HAVE_IDIOM =
  /\b(?:fives?|nine|5|seven|7|11|eleven|winks|one|dozen|two|eleventh|none|million|fours|nines|22|sevens|six|third|seventh|ten|thousand|two-faced|four|lives|half|fourth|fifth|party|fifty|50|hundred|100|110|twenty|20|4x4|101|zero|sixth|double|24)\b|24\/7|20\/20|50\/50/i

/** Indexes of the words that belong to an idiom. */
export function idiomWords(words: readonly string[]): Set<number> {
  const found = new Set<number>()
  const text = words.join(' ')
  if (!MAY_HAVE_IDIOM.test(text)) return found
  const bare = words.map(word => word.toLowerCase().replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''))
  const starts: number[] = []
  let length = 0
  for (const word of bare) {
    starts.push(length)
    length += word.length + 1
  }
  for (const match of bare.join(' ').matchAll(ANY_IDIOM)) {
    const [from, to] = [match.index, match.index + match[0].length]
    for (const [at, start] of starts.entries()) if (start >= from && start < to) found.add(at)
  }
  return found
}
