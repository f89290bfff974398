import { readFileSync } from 'node:fs'
import { type AmazonJson, type Item, randomFrom } from './speech.ts'

/** English sentences of an invented talk, with natural Korean translations. */
export const talk: readonly (readonly [string, string])[] = JSON.parse(
  readFileSync(new URL('../fixtures/talk.json', import.meta.url), 'utf8'),
)

/** The talk as a transcriber writes it: a time for every word, about 150 words a minute. */
export function transcribedTalk(seed = 7): AmazonJson {
  const random = randomFrom(seed)
  const items: Item[] = []
  let at = 0.8
  for (const [english] of talk) {
    for (const token of english.split(' ')) {
      const mark = /[.,?!]+$/.exec(token)?.[0] ?? ''
      const content = token.slice(0, token.length - mark.length)
      const seconds = 0.1 + 0.048 * content.length + (/\d/.test(content) ? 0.12 * content.length : 0) + random() * 0.05
      const times = { start_time: at.toFixed(2), end_time: (at + seconds).toFixed(2) }
      items.push({ type: 'pronunciation', alternatives: [{ confidence: '0.98', content }], ...times })
      if (mark !== '') items.push({ type: 'punctuation', alternatives: [{ confidence: '0.0', content: mark }] })
      at += seconds + (mark === ',' ? 0.15 + random() * 0.3 : random() < 0.3 ? random() * 0.1 : 0)
    }
    at += random() < 0.2 ? 1.2 + random() : 0.25 + random() * 0.6
  }
  return {
    jobName: 'talk',
    results: { transcripts: [{ transcript: talk.map(([english]) => english).join(' ') }], items },
    status: 'COMPLETED',
  }
}
