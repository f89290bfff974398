import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import {
  characterBudget,
  PROFILES,
  type Sentence,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '#subtitle-engine'
import { buildDraft, cutDraft, findSentenceCuts, type SentenceCut } from '#subtitle-engine/edit'
import { buildBatchFile, CONTEXT } from '../../lambdas/contract/batch.ts'
import type { TranslationFile } from '../../lambdas/contract/media-objects.ts'
import { batchingFor, divideIntoBatches } from '../../lambdas/transcription/batches.ts'
import { bedrock } from '../../lambdas/translation/bedrock.ts'
import { briefGlossary } from '../../lambdas/translation/brief.ts'
import { translateFaithfully } from '../../lambdas/translation/faithful.ts'
import { correctFullStops } from '../../lambdas/translation/full-stops.ts'
import type { Translator } from '../../lambdas/translation/translator.ts'
import { buildBrief } from '../../lambdas/translation/write-brief.ts'
import { type ConverseModel, createBedrock } from '../../local/ai/converse/index.ts'
import { textsOf } from '../../local/ai/converse/wire.ts'
import { sdkSettings } from '../../test/support/sdk-wire.ts'
import { modelOf, noWaiting } from '../../test/translation/talk.ts'
import { transcribeWords } from './amazon.ts'
import { playSmallModel } from './played.ts'
import type { Script, ScriptSentence } from './script.ts'

/** A delivered sentence. */
export interface Delivered {
  id: string
  english: string
  /** The sentences of the script that it contains: two if they were joined. */
  of: readonly ScriptSentence[]
  korean: string
  /** Why the editor asks the user to check the sentence; empty if it does not. */
  flags: readonly string[]
  /** Amazon Translate's text replaced the model's. */
  steppedIn: boolean
  cues: readonly string[]
  /** The lines of its cues, and the cost of the worst end inside the sentence. */
  cut: SentenceCut
}

/** A translated talk, and the sums of the model's requests. */
export interface TranslatedTalk {
  minutes: number
  delivered: Delivered[]
  requests: number
  tokens: { input: number; output: number }
  /** Sentences that the review listed for their line ends. */
  listed: number
}

/** Flags about the content; the others are about the form of a cue. */
const CONTENT_FLAGS = new Set(['translation', 'meaning', 'numbers', 'confidence'])

/** Translates a talk as the service does: brief, joined sentences, batches with review and repairs, cues. */
export async function translateTalk(script: Script, { breakReview = false } = {}): Promise<TranslatedTalk> {
  const { result, durationMs } = transcribeWords(script.sentences.flatMap(({ words }) => words))
  const spoken = sentencesFromTranscript(transcriptFromAmazon(result))
  const played = playSmallModel(script)
  const sums = { requests: 0, tokens: { input: 0, output: 0 }, listed: 0 }
  const answer: ConverseModel['answer'] = async input => {
    const reply = await played.answer(input)
    sums.requests += 1
    sums.tokens.input += reply.inputTokens
    sums.tokens.output += reply.outputTokens
    sums.listed +=
      textsOf(input.messages[0]?.content ?? [])
        .join('')
        .match(/"cut":/g)?.length ?? 0
    return reply
  }
  const client = new BedrockRuntimeClient(sdkSettings(createBedrock({ answer })))
  const model = modelOf(client, noWaiting(2), 'global.anthropic.claude-haiku-4-5-20251001-v1:0')
  const brief = await buildBrief(model, script.title, spoken, Number.POSITIVE_INFINITY)
  if (!brief) throw new Error('no brief')
  const batches = divideIntoBatches(spoken, batchingFor('none'))
  const talk = correctFullStops({ sentences: spoken, batches }, brief)
  const { terms: _, corrections, joins: __, splits: ___, register, ...known } = brief
  const file: TranslationFile = {}
  for (const batch of talk.batches.keys()) {
    const { sentences, before, after } = buildBatchFile(talk, [], batch)
    const next = [...sentences, ...after].map(({ startMs }) => startMs)
    const translations = await translateFaithfully(
      { main: bedrock(model), plain: plainTranslator(script), secondLook: true, breakReview },
      {
        sentences,
        talk: known,
        corrections,
        before: before.map(({ text }) => text),
        after: after.map(({ text }) => text),
        translated: before.flatMap(({ id }) => file[id]?.korean ?? []).slice(-CONTEXT),
        register: register ?? 'haeyo',
        glossary: briefGlossary(brief),
        lineCharacters: PROFILES.standard.lineCharacters,
        cutting: { profile: PROFILES.standard, nextMs: after[0]?.startMs },
        budgets: new Map(sentences.map((each, i) => [each.id, characterBudget(each, PROFILES.standard, next[i + 1])])),
        giveUpAt: Number.POSITIVE_INFINITY,
      },
    )
    Object.assign(file, translations)
  }
  return { ...sums, minutes: durationMs / 60_000, delivered: deliver(script, talk.sentences, file, durationMs) }
}

function deliver(script: Script, sentences: readonly Sentence[], file: TranslationFile, durationMs: number) {
  const translated = sentences.map(sentence => {
    const { korean = '', problems = [], steppedIn, ends, held } = file[sentence.id] ?? {}
    return { sentence, korean, problems: [...problems, ...(steppedIn ? ['fallback'] : [])], ends, held }
  })
  const draft = buildDraft(translated, { durationMs, register: 'polite' })
  const cut = cutDraft(draft, PROFILES.standard)
  const cuts = findSentenceCuts(translated, PROFILES.standard)
  return sentences.map((sentence, i): Delivered => {
    const from = Number(sentence.id.slice(1)) - 1
    const next = sentences[i + 1]
    const until = next ? Number(next.id.slice(1)) - 1 : script.sentences.length
    const { korean = '', steppedIn = false } = file[sentence.id] ?? {}
    const cues = cut.cuesOf.get(sentence.id) ?? []
    const flags = new Set(cues.flatMap(cue => cue.flags).filter(flag => CONTENT_FLAGS.has(flag)))
    const reasons = [...flags].flatMap(flag => (flag === 'meaning' ? (file[sentence.id]?.problems ?? []) : flag))
    const of = script.sentences.slice(from, until)
    return {
      id: sentence.id,
      english: sentence.text,
      of,
      korean,
      flags: reasons,
      steppedIn,
      cues: cues.map(({ lines }) => lines.join('\n')),
      cut: cuts.get(sentence.id) ?? { lines: [], worst: 0 },
    }
  })
}

/** Stands in for Amazon Translate, which knows no context: the literal text. */
function plainTranslator(script: Script): Translator {
  return {
    learns: false,
    async translate({ sentences }) {
      return new Map(
        sentences.map(({ id }) => {
          const { right = '', literal = '', misheard } = script.sentences[Number(id.slice(1)) - 1] ?? {}
          return [id, ((misheard?.size ?? 0) > 0 ? literal : right).replaceAll(' | ', ' ')]
        }),
      )
    },
  }
}
