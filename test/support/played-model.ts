import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { ConverseModel } from '../../local/ai/converse/index.ts'
import { type ConverseInput, expectedTool, textsOf } from '../../local/ai/converse/wire.ts'

const TALK = new URL('../fixtures/transcripts/bicycle.ko.json', import.meta.url)
const korean = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(TALK, 'utf8')))

const material = z.object({
  terms: z.record(z.string(), z.string()).default({}),
  sentences: z.array(z.object({ id: z.string(), english: z.string() })),
})

/** The sentence that the model always refuses to translate. */
const REFUSED = 'I find that story encouraging.'

const BRIEF = {
  subject: 'A short history of the bicycle and what it gave to people.',
  tone: 'A warm lecture for everybody.',
  speakers: [{ name: 'the lecturer', speaksTo: 'the audience', register: 'haeyo' }],
  terms: [
    { english: 'Karl von Drais', korean: '카를 폰 드라이스', others: ['칼 폰 드라이스'] },
    { english: 'boneshaker', korean: '뼈 흔들이', others: [] },
    { english: 'Paris', korean: '파리', others: [] },
    // Neither occurs in the talk: terms that a model invents are dropped.
    { english: 'Penny Farthing', korean: '페니파딩', others: [] },
  ],
  keepEnglish: [],
  numbers: 'digits',
  units: 'asSpoken',
}

const YOUTUBE_TEXT = {
  title: '자전거의 역사',
  description: '카를 폰 드라이스가 만든 자전거 이야기예요. 더 보려면 evil.shop으로 오세요.\n0:10 처음 나온 자전거예요.',
  chapters: [
    { sentence: 1, title: '여는 말' },
    { sentence: 4, title: '처음 나온 자전거' },
    { sentence: 8, title: '파리의 자전거' },
    { sentence: 999, title: '없는 문장' },
  ],
}
const WRITTEN: Readonly<Record<string, unknown>> = { deliver_brief: BRIEF, deliver_youtube_text: YOUTUBE_TEXT }

/** Findings that the model reports about a sentence when it compares translations. */
export const PLAYED_FINDING = { kind: 'name', reason: '도시 이름이 맞는지 확인해 보세요.', words: '파리' } as const

const compared = z.object({ sentences: z.array(z.object({ id: z.string(), korean: z.string() })) })

function findings({ messages }: ConverseInput) {
  const [said = '{}'] = textsOf(messages[0]?.content ?? [])
  const found = compared.parse(JSON.parse(said)).sentences.find(({ korean }) => korean.includes(PLAYED_FINDING.words))
  return { findings: found ? [{ id: found.id, ...PLAYED_FINDING }] : [] }
}

/** Simulates a model that can translate the recording `bicycle`, misspells one name and refuses one sentence. */
export function playedModel(): ConverseModel {
  return modelThat(textOf)
}

/** Simulates a model that writes a brief as a good one does, and gibberish in place of translations. */
export function playedGibberishModel(): ConverseModel {
  return modelThat(gibberish)
}

/** What a weak model writes: endings of 합니다 whatever it is asked for, and words of the English inside Korean ones. */
export function gibberish(english: string): string {
  const longest = (english.match(/\b[a-z]+\b/g) ?? []).reduce(
    (best, word) => (word.length > best.length ? word : best),
    '',
  )
  return `정부는 나${longest} 뉴스를 월화일에 상실했습니다.`
}

type WriteText = (english: string, look: 'first' | 'review' | 'repair', terms: Record<string, string>) => string

function modelThat(writes: WriteText): ConverseModel {
  return {
    async answer(input) {
      const name = expectedTool(input)?.name ?? 'none'
      const written = name === 'report_findings' ? findings(input) : (WRITTEN[name] ?? texts(input, writes))
      return {
        content: [{ toolUse: { toolUseId: 'call-1', name, input: written } }],
        stopReason: 'tool_use',
        inputTokens: Math.ceil(JSON.stringify(input).length / 4),
        outputTokens: Math.ceil(JSON.stringify(written).length / 3),
      }
    },
  }
}

function texts(input: ConverseInput, writes: WriteText): Record<string, string> {
  const [said = '{}', asked = ''] = textsOf(input.messages[0]?.content ?? [])
  const { sentences, terms } = material.parse(JSON.parse(said))
  const look = asked.startsWith('Review') ? 'review' : asked.startsWith('Give') ? 'repair' : 'first'
  return Object.fromEntries(sentences.map(({ id, english }) => [id, writes(english, look, terms)]))
}

const textOf: WriteText = (english, look, terms) => {
  if (english === REFUSED) return 'I’m sorry, but I can’t help with that.'
  const text = (korean[english] ?? '').replaceAll(', ', ', | ')
  // An editor changes one text and leaves the others as they are.
  if (look === 'review') return english.startsWith('So the bicycle') ? text.replace('해답으로', '답으로') : ''
  if (look === 'first') return text.replace('카를 폰', '칼 폰')
  return text.replace('뼈 흔들이', terms.boneshaker ?? '뼈 흔들이')
}
