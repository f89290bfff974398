import type { Word } from '../../src/types.ts'

/** A speech, paragraph by paragraph, as its author wrote it. */
export const SPEECH = [
  'Good evening, and thank you for coming to Harrowgate Hall. My name is Catherine Wexley, and I run the night bakery on Corven Street. Tonight I want to tell you how a small oven fed 1,200 people.',
  'It began in the winter of 1987. The power lines over the Tessaly Ridge had come down, and nobody could cook. My neighbor, Stephen Okonjo, knocked on the door with a sack of flour. “Can you bake by candlelight?” he asked.',
  'We did not sleep for three days. We baked forty loaves an hour, and every loaf went out by sled. The children carried them; the old people waited at their windows. I still remember the smell of wet wool and bread.',
  'People ask me what I learned. First, a plan is worth less than a neighbor. Second, you cannot thaw a frozen village with speeches. Third, flour costs almost nothing, but trust costs years.',
  'In 2011 we opened a second bakery in Brenmoor. The bank refused the loan twice. Dr. Amara Lindqvist lent us 15,000 dollars from her own pension, and she never asked for a receipt.',
  'Today 64 people work with us, and eleven of them were those children with the sleds. We still bake at night, because bread should be warm when the school bus leaves.',
  'So when somebody tells you that one oven changes nothing, send them to Corven Street at four in the morning. We will give them a loaf, and they can tell us that again. Thank you.',
] as const

/** What the recognizer writes in place of some words. */
const MISHEARD: Record<string, string> = {
  Catherine: 'Katherine',
  Stephen: 'Steven',
  Lindqvist: 'Lindkvist',
  Tessaly: 'tesselly',
  Brenmoor: 'Bren more',
  forty: '40',
  eleven: '11',
  candlelight: 'candle light',
  neighbor: 'labor',
  wool: 'wall',
}

/** The words of a spoken text: what was said, and what a recognizer transcribed, without punctuation. */
export function hear(text: string): { said: string[]; heard: Word[] } {
  const said = text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  const heard: Word[] = []
  let startMs = 500
  for (const [n, word] of said.entries()) {
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    const texts = (MISHEARD[bare] ?? bare.replace(/^\d{1,3}(?:,\d{3})+$/, digits => digits.replaceAll(',', ''))).split(
      ' ',
    )
    for (const each of texts) {
      // Every ninth full stop is lost, and some pauses look like one.
      const after = /[.?!]["”]?$/.test(word) && n % 9 !== 0 ? '.' : n % 31 === 30 ? '.' : ''
      heard.push({ text: each, startMs, endMs: startMs + 280, confidence: MISHEARD[bare] ? 0.7 : 0.98, after })
      startMs += 300
    }
    if (/[.?!]["”]?$/.test(word)) startMs += 400
  }
  return { said, heard }
}
