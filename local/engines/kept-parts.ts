/** Number words that a checker of translations counts as numbers; "one" is more often no number. */
const NUMBER_WORDS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: '100',
  thousand: '1,000',
  million: '100만',
  billion: '10억',
}

/** Titles that end with a period and begin a name, not a sentence. */
const TITLE = /^(?:Mr|Mrs|Ms|Dr|Prof|St|Gen|Sen|Gov|Capt|Lt)\.$/

/** Words that are capitalized without being names. */
const NO_NAMES = new Set(['I'])

/** Numbers and names of an English text, in order, as they must appear in its translation. */
export function keptParts(text: string): string[] {
  const words = text.split(/\s+/).filter(word => word !== '')
  const parts: string[] = []
  let startsSentence = true
  let continuesName = false
  for (const word of words) {
    const bare = word.replace(/^[^\p{L}\p{N}$€£]+|[^\p{L}\p{N}%]+$/gu, '').replace(/['’]s?$/u, '')
    const number = /\d/.test(bare) ? bare : NUMBER_WORDS[bare.toLowerCase()]
    const isName = isNameWord(bare, startsSentence)
    if (number) parts.push(number)
    else if (isName && continuesName) parts.push(`${parts.pop()} ${bare}`)
    else if (isName) parts.push(bare)
    continuesName = isName && !/[,;:.?!]$/.test(word)
    startsSentence = /[.?!]["'”’)]*$/.test(word) && !TITLE.test(word)
  }
  return parts.filter((part, i) => parts.indexOf(part) === i)
}

function isNameWord(bare: string, startsSentence: boolean): boolean {
  if (NO_NAMES.has(bare) || /^I['’]/.test(bare)) return false
  const isAcronym = /^\p{Lu}{2,}$/u.test(bare)
  return isAcronym || (!startsSentence && /^\p{Lu}/u.test(bare))
}
