import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import type { Sentence } from '#subtitle-engine'
import type { Register } from '../../lambdas/contract/archive-entry.ts'
import type { Retry } from '../../lambdas/runtime/retry.ts'
import type { Assignment } from '../../lambdas/translation/faithful.ts'
import type { Model } from '../../lambdas/translation/model.ts'
import { type Glossary, buildGlossary as glossaryOfTerms, type TermSource } from '../../lambdas/translation/terms.ts'
import type { TranslationRequest, Translator } from '../../lambdas/translation/translator.ts'

/** A sentence of the given words, by default one second each. */
export function sentenceOf(id: string, text: string, startMs = 0, wordMs = 1000): Sentence {
  const words = text.split(' ').map((word, i) => {
    const [, bare = word, after = ''] = /^(.*?)([.,?!]*)$/.exec(word) ?? []
    return {
      text: bare,
      after,
      startMs: startMs + i * wordMs,
      endMs: startMs + i * wordMs + 0.9 * wordMs,
      confidence: 0.99,
    }
  })
  return { id, text, words, startMs, endMs: words.at(-1)?.endMs ?? startMs }
}

/** Four ordinary sentences. */
export const TALK = [
  'The bicycle is a very ordinary machine.',
  'In 1817 a German inventor built a wooden frame.',
  'People pushed it along with their feet.',
  'Many of them laughed at the strange thing.',
].map((text, i) => sentenceOf(`s${i + 1}`, text, i * 10_000))

export const KOREAN: Record<string, string> = {
  s1: '자전거는 아주 평범한 기계예요.',
  s2: '1817년에 독일 발명가가 나무틀을 만들었어요.',
  s3: '사람들은 발로 밀면서 탔어요.',
  s4: '많은 이들이 그 이상한 것을 보고 웃었어요.',
}

export interface Choices {
  sentences?: readonly Sentence[]
  register?: Register
  glossary?: Record<string, string>
  budgets?: Record<string, number>
}

export function task({ sentences = TALK, register = 'polite', glossary = {}, budgets = {} }: Choices = {}): Assignment {
  return {
    sentences,
    before: ['Before.'],
    after: ['After.'],
    register,
    translated: [],
    glossary: glossaryOf(glossary),
    giveUpAt: Number.POSITIVE_INFINITY,
    budgets: new Map(Object.entries(budgets)),
    lineCharacters: 16,
  }
}

export const request = (choices: Choices = {}): TranslationRequest => ({
  ...task(choices),
  faults: new Map(),
  look: 'first',
  isReviewed: false,
})

export const glossaryOf = (terms: Record<string, string>, source: TermSource = 'operator'): Glossary =>
  glossaryOfTerms(Object.entries(terms).map(([english, korean]) => [english, { korean, others: [], source }]))

/** Retries without waiting and records the waits. */
export function noWaiting(attempts = 4): Retry & { waits: number[] } {
  const waits: number[] = []
  return { attempts, firstMs: 1000, longestMs: 4000, random: () => 0.5, sleep: async ms => void waits.push(ms), waits }
}

/** A model with this client that retries without waiting. */
export const modelOf = (client: BedrockRuntimeClient, retry: Model['retry'] = noWaiting(), id = 'model-1'): Model => ({
  client: async () => client,
  id,
  retry,
  now: () => 0,
})

/** A translator with scripted answers that records its requests. */
export function told(
  learns: boolean,
  answer: (request: TranslationRequest, round: number) => Record<string, string>,
): Translator & { requests: TranslationRequest[] } {
  const requests: TranslationRequest[] = []
  return {
    learns,
    requests,
    async translate(asked) {
      requests.push(asked)
      return new Map(Object.entries(answer(asked, requests.length)))
    },
  }
}
