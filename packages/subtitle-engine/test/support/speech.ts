import type { Sentence } from '../../src/index.ts'

/** Deterministic numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export type Item = {
  type: 'pronunciation' | 'punctuation'
  alternatives: { confidence: string; content: string }[]
  start_time?: string
  end_time?: string
}
export type AmazonJson = {
  jobName: string
  results: { transcripts: { transcript: string }[]; items: Item[] }
  status: string
}

const short =
  'a the to of in is it and we I you that on for this he as are be at or if so do my by an no go up us'.split(' ')
const middle =
  'people about think which would there could other their after water years world great might still place every found house never again under while right small large light often story paper point young money night table women music heart voice'.split(
    ' ',
  )
const long =
  'something government different important understand information community experience themselves especially development university technology environment professional responsibility interesting conversation'.split(
    ' ',
  )
const names = 'Boston Maria Einstein Google Kennedy Seoul Amazon Peter'.split(' ')
const joining = 'and but because so which when although if'.split(' ')

/**
 * How a transcriber writes times: Amazon in hundredths with punctuation as items of its own; a transducer on a grid of
 * 80 ms with punctuation in its words; CTC with words that end early.
 */
export type Transcriber = 'amazon' | 'transducer' | 'ctc'

type Pace = { transcriber?: Transcriber; speed?: number }

/**
 * What a transcriber writes of an ordinary talk: about 150 words a minute, words that run into each other, breaths at
 * commas, pauses between sentences, a hesitation now and then, an interjection.
 */
export function transcribedSpeech(
  seed: number,
  minutes: number,
  { transcriber = 'amazon', speed = 1.12 }: Pace = {},
): AmazonJson {
  const random = randomFrom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const items: Item[] = []
  let at = 0.4 + random()
  const word = (content: string, mark: string, seconds: number) => {
    items.push(...itemsOf(transcriber, content, mark, at, at + seconds / speed, random))
    at += seconds / speed
  }
  while (at < minutes * 60) {
    const length = Math.max(1, Math.round(random() < 0.12 ? 1 + random() * 3 : 3 + (random() + random()) * 16))
    const pace = 0.85 + random() * 0.3
    for (let i = 0; i < length; i += 1) {
      const kind = random()
      let content = kind < 0.45 ? pick(short) : kind < 0.83 ? pick(middle) : kind < 0.96 ? pick(long) : pick(names)
      const last = i === length - 1
      const clause = !last && i > 2 && random() < 0.09
      if (random() < 0.012) content = String(2 + Math.floor(random() * 900))
      if (i === 0) content = content.charAt(0).toUpperCase() + content.slice(1)
      if (clause && random() < 0.5) content = pick(joining)
      word(
        content,
        last ? (random() < 0.12 ? '?' : '.') : clause ? ',' : '',
        (0.09 + 0.052 * content.length + random() * 0.06) * pace,
      )
      if (last) at += (random() < 0.15 ? 1 + random() * 2 : 0.15 + random() * 0.7) / speed
      else if (clause) at += (0.1 + random() * 0.4) / speed
      else if (random() < 0.03) at += (0.2 + random() * 0.8) / speed
      else if (random() < 0.35) at += (random() * 0.08) / speed
    }
  }
  const text = items.map(item => item.alternatives[0]?.content ?? '').join(' ')
  return { jobName: 'made', results: { transcripts: [{ transcript: text }], items }, status: 'COMPLETED' }
}

function itemsOf(
  transcriber: Transcriber,
  content: string,
  mark: string,
  from: number,
  to: number,
  random: () => number,
): Item[] {
  const confidence = (0.85 + random() * 0.15).toFixed(3)
  if (transcriber === 'amazon') {
    const said: Item = {
      type: 'pronunciation',
      alternatives: [{ confidence, content }],
      start_time: from.toFixed(2),
      end_time: to.toFixed(2),
    }
    return mark === '' ? [said] : [said, { type: 'punctuation', alternatives: [{ confidence: '0.0', content: mark }] }]
  }
  const start = Math.floor(from / 0.08) * 0.08
  const end = transcriber === 'ctc' ? Math.min(to, start + 0.24) : Math.max(start, Math.floor(to / 0.08) * 0.08)
  const alternatives = [{ confidence, content: content + mark }]
  return [{ type: 'pronunciation', alternatives, start_time: start.toFixed(3), end_time: end.toFixed(3) }]
}

/** Without the syllables that make a stem look like a dependent noun or a determiner (수, 지, 리, 이, 내, 대 …). */
const syllables = [...'가나다라마바사자하고노로소조호구누두루부주기니디미비너더러머버']
const endings = '은 는 이 가 을 를 에 에서 으로 의 도 와 한 하는 된 했던 까지 부터'.split(' ')
const clauses = '하고 하지만 하는데 하면 해서 하니까 하려고 하도록 하면서'.split(' ')
const finals = '합니다 했습니다 이에요 거예요 있어요 없습니다 할까요 됩니다'.split(' ')

/** Stand-in Korean of a sentence: eojeols with particles and clause endings, its numbers and names kept. */
function standInKorean(sentence: Sentence, random: () => number, share = 0.45 + random() * 0.15): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const wanted = sentence.text.length * share
  const kept = sentence.words.filter(word => /\d|^(?:Google|Amazon)$/.test(word.text)).map(word => word.text)
  const words: string[] = []
  let length = 0
  while (length < wanted - 4) {
    const name = random() < 0.2 ? kept.shift() : undefined
    const stem = name ?? Array.from({ length: 1 + Math.ceil(random() * 2) }, () => pick(syllables)).join('')
    const clause = random() < 0.1
    const word = stem + (clause ? pick(clauses) : random() < 0.75 ? pick(endings) : '') + (random() < 0.07 ? ',' : '')
    words.push(word)
    length += word.length * (name ? 0.75 : 1) + 0.5
  }
  words.push(...kept.map(name => `${name}을`), pick(finals) + (sentence.text.endsWith('?') ? '?' : '.'))
  return words.join(' ')
}

/** Stand-in translations of all sentences, by id. */
export function standInTranslations(sentences: readonly Sentence[], seed: number, share?: number): Map<string, string> {
  const random = randomFrom(seed)
  return new Map(sentences.map(sentence => [sentence.id, standInKorean(sentence, random, share)]))
}
