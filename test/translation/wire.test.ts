import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PROFILES, sentencesFromTranscript, transcriptFromAmazon } from '#subtitle-engine'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { briefGlossary } from '../../lambdas/translation/brief.ts'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { buildBrief } from '../../lambdas/translation/write-brief.ts'
import { requestYoutubeText } from '../../lambdas/translation/youtube-request.ts'
import { defaultModel } from '../../lib/bedrock-model.ts'
import { type ConverseInput, type ConverseReply, createBedrock } from '../../local/ai/converse/index.ts'
import { playedModel } from '../support/played-model.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { modelOf, noWaiting, task, told } from './talk.ts'

const RECORDING = new URL('../fixtures/transcripts/bicycle.json', import.meta.url)
/** Path to which `npm run model-wire` has the page written. */
const { MODEL_WIRE_PAGE } = process.env
const sentences = sentencesFromTranscript(transcriptFromAmazon(JSON.parse(readFileSync(RECORDING, 'utf8')))).slice(0, 7)

/** The requests of a translation, then that of a text for YouTube. */
const exchange: { input: ConverseInput; reply: ConverseReply }[] = []

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const played = playedModel()
  const answer = async (input: ConverseInput) => {
    const reply = await played.answer(input)
    exchange.push({ input, reply })
    return reply
  }
  const client = new BedrockRuntimeClient(sdkSettings(createBedrock({ answer })))
  const model = modelOf(client, noWaiting(2), defaultModel('ap-northeast-2'))
  const brief = await buildBrief(model, 'The bicycle.mp4', sentences, Number.POSITIVE_INFINITY)
  if (!brief) throw new Error('no brief')
  const { terms: _, ...talk } = brief
  const budgets = new Map(sentences.map(({ id, text }) => [id, Math.ceil(text.length / 2)]))
  await translateFaithfully(
    { main: bedrock(model), plain: told(false, () => ({})), secondLook: true, breakReview: true },
    {
      ...task({ sentences, register: 'haeyo' }),
      before: [],
      after: [],
      talk,
      glossary: briefGlossary(brief),
      budgets,
      cutting: { profile: PROFILES.standard },
    },
  )
  const numbered = sentences.map(({ startMs, endMs }, i) => {
    return { number: i + 1, startMs, endMs, korean: `한국어 자막의 ${i + 1}번째 문장이에요.` }
  })
  const giveUpAt = Number.POSITIVE_INFINITY
  await requestYoutubeText(model, { sentences: numbered, brief, register: 'haeyo', durationSeconds: 84, giveUpAt })
})

describe('the exchange with a model', () => {
  it('is written in full to the page of npm run model-wire: brief, translation, review, repairs and text for YouTube', () => {
    const page = buildPage()
    for (const title of [...TITLES, YOUTUBE]) expect(page).toContain(`## ${title}`)
    for (const { input } of exchange)
      for (const block of input.system ?? [])
        if ('text' in block) for (const line of block.text.split('\n')) expect(page).toContain(JSON.stringify(line))
    expect(exchange.map(({ input }) => Object.keys(input.toolConfig?.toolChoice ?? {}))).toEqual(
      exchange.map(() => ['auto']),
    )
    if (!MODEL_WIRE_PAGE) return
    mkdirSync(dirname(MODEL_WIRE_PAGE), { recursive: true })
    writeFileSync(MODEL_WIRE_PAGE, page)
  })

  it('begins identically in the translation and its review, up to the cache point', () => {
    const [, translation, review] = exchange.map(({ input: { toolConfig, system, messages } }) => {
      const [material, point] = messages[0]?.content ?? []
      return { toolConfig, system, material, point }
    })
    expect(translation?.point).toEqual({ cachePoint: { type: 'default' } })
    expect(review?.material).toBeDefined()
    expect({ ...review, point: undefined }).toEqual({ ...translation, point: undefined })
  })
})

const TITLES = [
  'The brief of the talk',
  'The translation of a batch',
  'The second look',
  'What was wrong is asked again',
]
const YOUTUBE = 'A text for YouTube'

function buildPage(): string {
  const parts = exchange.map(({ input, reply: { content, stopReason } }, n) => {
    const title = n === exchange.length - 1 ? YOUTUBE : (TITLES[n] ?? TITLES.at(-1))
    return [`## ${title}`, 'Request:', shown(input), 'Answer:', shown({ content, stopReason })].join('\n\n')
  })
  return `${HEAD}\n\n${parts.join('\n\n')}\n`
}

/** JSON formatted for readers: strings that contain JSON are expanded. */
function shown(value: unknown): string {
  const opened = JSON.stringify(value, (key, text) => (key === 'text' ? openedText(text) : text), 1)
  return `\`\`\`json\n${opened}\n\`\`\``
}

function openedText(text: string): unknown {
  return text.startsWith('{') ? { '(JSON in a text)': JSON.parse(text) } : text.split('\n')
}

const HEAD = `# What a language model is asked

One whole exchange with Bedrock's Converse about the first seven sentences of a talk: the brief, a batch, its second look, the sentences that were sent again, and a text for YouTube. The requests are those
of the service; the answers come from \`test/support/played-model.ts\`. \`npm run model-wire\` writes this page. Texts are shown as lists of lines, and JSON within a text is expanded.

The model spells a name as \`칼 폰 드라이스\`, which a rule changes to the form in the brief; marks ends of phrases with \` | \`; names a term that nobody said, which is dropped; and changes one text in the second look.

**The cache point** comes after the material, so the second look, which has the same prefix, reads tools, instructions and material from the cache. Bedrock caches only prefixes of a minimum length:
512 tokens for Claude Haiku 5.5, the default (Anthropic's figure for its own platform), 4,096 for Claude Haiku 4.5, 1,024 for Claude Sonnet 4 and 4.5, 1,000 for Amazon Nova. By the estimate of \`test/translation/long-talk.test.ts\` the prefix of a batch has
about 1,850 tokens. With Haiku 4.5 the cache point therefore has no effect and costs nothing; with the others it saves more than half of what the second look reads. These are figures from documentation, not measured on AWS.`
