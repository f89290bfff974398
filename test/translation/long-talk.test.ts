import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { characterBudget } from '#subtitle-engine'
import { ASSUMED, modelTokensByLook } from '../../bin/cost/usage.ts'
import { batchingFor, divideIntoBatches } from '../../lambdas/transcription/batches.ts'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { briefGlossary } from '../../lambdas/translation/brief.ts'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { buildBrief } from '../../lambdas/translation/write-brief.ts'
import { type ConverseModel, createBedrock } from '../../local/ai/converse/index.ts'
import { textsOf } from '../../local/ai/converse/wire.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { longTalk, SIXTY } from './sixty-names.ts'
import { modelOf, noWaiting, task, told } from './talk.ts'

const material = z.object({ sentences: z.array(z.object({ id: z.string() })) })

/** Sizes of requests and responses, by kind. */
interface Size {
  look: 'brief' | 'translation' | 'review' | 'repair'
  input: string
  output: string
}

/** Simulates a model that spells every name in three ways, depending on the batch, and never improves. */
function stubborn(talk: ReturnType<typeof longTalk>, sizes: Size[]): ConverseModel {
  let round = 0
  return {
    async answer(input) {
      const [said = '{}', asked = ''] = textsOf(input.messages[0]?.content ?? [])
      const isBrief = asked.startsWith('Deliver the brief')
      const look = isBrief
        ? 'brief'
        : asked.startsWith('Review')
          ? 'review'
          : asked.startsWith('Give')
            ? 'repair'
            : 'translation'
      if (look === 'translation') round += 1
      const call = isBrief
        ? {
            subject: 'The history and the future of the bicycle.',
            tone: 'a lively lecture for everybody',
            speakers: [],
            terms: SIXTY.map(({ english, forms: [korean, ...others] }) => ({ english, korean, others })),
            keepEnglish: [],
            numbers: 'digits',
            units: 'metric',
          }
        : Object.fromEntries(
            material
              .parse(JSON.parse(said))
              .sentences.map(({ id }, i) => [id, look === 'review' ? '' : talk.korean(id, round + i)]),
          )
      sizes.push({ look, input: JSON.stringify(input), output: JSON.stringify(call) })
      const name = isBrief ? 'deliver_brief' : 'deliver_translations'
      return {
        content: [{ toolUse: { toolUseId: 't', name, input: call } }],
        stopReason: 'tool_use',
        inputTokens: tokensOf(JSON.stringify(input)),
        outputTokens: tokensOf(JSON.stringify(call)),
      }
    },
  }
}

/** An estimate: four characters of JSON or English, or two thirds of a Korean syllable, are one token. */
function tokensOf(text: string): number {
  const syllables = text.match(/[가-힣]/g)?.length ?? 0
  return Math.ceil((text.length - syllables) / 4 + syllables * 1.5)
}

const modelFor = (client: BedrockRuntimeClient) =>
  modelOf(client, noWaiting(2), 'global.anthropic.claude-haiku-4-5-20251001-v1:0')

async function translated(minutes: number) {
  const talk = longTalk(minutes)
  const sizes: Size[] = []
  const client = new BedrockRuntimeClient(sdkSettings(createBedrock(stubborn(talk, sizes))))
  const model = modelFor(client)
  const brief = await buildBrief(model, 'talk.mp4', talk.sentences, Number.POSITIVE_INFINITY)
  if (!brief) throw new Error('no brief')
  const { terms: _, ...known } = brief
  const plain = told(false, () => ({}))
  const korean = new Map<string, string>()
  for (const { first, count } of divideIntoBatches(talk.sentences, batchingFor('none'))) {
    const sentences = talk.sentences.slice(first, first + count)
    const file = await translateFaithfully(
      { main: bedrock(model), plain, secondLook: true },
      {
        ...task({ sentences, register: 'haeyo' }),
        talk: known,
        glossary: briefGlossary(brief),
        budgets: new Map(sentences.map(each => [each.id, characterBudget(each)])),
      },
    )
    for (const [id, each] of Object.entries(file)) korean.set(id, each.korean)
  }
  return { talk, sizes, brief, korean, plain }
}

let two: Awaited<ReturnType<typeof translated>>
let first: Map<string, string>

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  two = await translated(120)
  first = new Map(
    two.sizes
      .filter(({ look }) => look === 'translation')
      .flatMap(({ output }) => Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(output)))),
  )
})
beforeEach(() => vi.spyOn(console, 'info').mockImplementation(() => undefined))

/** Share of the names' mentions whose Korean has the one form. */
function shareOfOneForm(korean: ReadonlyMap<string, string>): number {
  let [mentions, kept] = [0, 0]
  for (const { id, text } of two.talk.sentences)
    for (const { english, forms } of SIXTY)
      if (text.includes(english)) {
        mentions += 1
        if (korean.get(id)?.includes(forms[0] ?? '')) kept += 1
      }
  return kept / mentions
}

describe('sixty names over two hours, spelled in three ways by a model that never improves', () => {
  it('have one form in every batch after the repair, compared with a third of them before it', () => {
    expect(two.brief.terms).toHaveLength(60)
    expect(shareOfOneForm(first)).toBeLessThan(0.45)
    expect(shareOfOneForm(two.korean)).toBe(1)
  })

  it('never swap or lose a text', () => {
    expect(two.korean.size).toBe(two.talk.sentences.length)
    expect(two.plain.requests).toEqual([])
  })
})

describe('the prompts of a long talk', () => {
  const perMinute = (look: Size['look'], of: 'input' | 'output', minutes = 120) =>
    two.sizes.filter(size => size.look === look).reduce((sum, size) => sum + tokensOf(size[of]), 0) / minutes

  it('are as large as the bill assumes, within a third', () => {
    const speech = two.talk.sentences.reduce((sum, { words }) => sum + words.length, 0) / 120
    const scale = speech / ASSUMED.wordsPerMinute
    const assumed = modelTokensByLook(1)
    for (const look of ['brief', 'translation', 'review'] as const) {
      const measured = { input: perMinute(look, 'input') / scale, output: perMinute(look, 'output') / scale }
      expect(measured.input / assumed[look].input, `${look} read`).toBeGreaterThan(0.67)
      expect(measured.input / assumed[look].input, `${look} read`).toBeLessThan(1.5)
    }
    const written = perMinute('translation', 'output') / scale / assumed.translation.output
    expect(written).toBeGreaterThan(0.5)
    expect(written).toBeLessThan(1.5)
  })

  it('of four hours stay far below the limits of a small model', async () => {
    const talk = longTalk(240)
    const sizes: Size[] = []
    const client = new BedrockRuntimeClient(sdkSettings(createBedrock(stubborn(talk, sizes))))
    await buildBrief(modelFor(client), 'talk.mp4', talk.sentences, Number.POSITIVE_INFINITY)
    expect(sizes.length).toBeGreaterThan(0)
    // Only the brief reads the whole talk. The batches are as large as those of the talk of two hours.
    for (const { input, output } of [...sizes, ...two.sizes]) {
      // Nova Lite and Haiku accept 200,000 tokens or more, most local models 32,000.
      expect(tokensOf(input)).toBeLessThan(30_000)
      expect(tokensOf(output)).toBeLessThan(4096)
    }
    // The state machine passes the batch numbers: at most 256 KB and 25,000 history events.
    expect(divideIntoBatches(talk.sentences, batchingFor('none')).length).toBeLessThan(400)
  })
})
