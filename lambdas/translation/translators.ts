import * as z from 'zod'
import { readEnvironment } from '../runtime/environment.ts'
import { once } from '../runtime/once.ts'
import { type Retry, realTimeAndRandomness } from '../runtime/retry.ts'
import type { Translators } from './faithful.ts'
import { loadBedrock, type Model } from './model.ts'
import type { Translator } from './translator.ts'

const translatorName = z.enum(['amazon-translate', 'bedrock'])
const onOff = z.enum(['on', 'off'])

/** Beyond the SDK's own retries. */
const PLAIN_RETRY: Retry = { attempts: 5, firstMs: 1000, longestMs: 20_000, ...realTimeAndRandomness }
/** A busy model is retried for about a minute; then Amazon Translate takes over. */
const MODEL_RETRY: Retry = { attempts: 8, firstMs: 1000, longestMs: 30_000, ...realTimeAndRandomness }

/** A model needs time to write 4,096 tokens, especially on a laptop. */
const MODEL_ANSWER_MS = 240_000

/** How long to wait for a model. */
export interface Patience {
  retry: Retry
  /** Milliseconds after which a request without a response is aborted. */
  answerMs: number
}

const PATIENT: Patience = { retry: MODEL_RETRY, answerMs: MODEL_ANSWER_MS }
/** The user waits while the meaning is checked, and the check is optional. */
const CHECK_PATIENCE: Patience = { retry: { ...MODEL_RETRY, attempts: 3 }, answerMs: 60_000 }

/** The configured model, or `undefined` if Amazon Translate is the translator. */
export function modelFromEnvironment({ retry, answerMs }: Patience = PATIENT): Model | undefined {
  const { TRANSLATOR, BEDROCK_MODEL_ID } = readEnvironment('TRANSLATOR', 'BEDROCK_MODEL_ID')
  return translatorName.parse(TRANSLATOR) === 'bedrock' ? buildModel(BEDROCK_MODEL_ID, { retry, answerMs }) : undefined
}

function buildModel(id: string, { retry, answerMs }: Patience): Model {
  const client = once(async () => (await loadBedrock()).bedrockClient(answerMs))
  return { client, id, retry, now: Date.now }
}

/** The model that checks the meaning of translations, or `undefined` without one. */
export function checkingModelFromEnvironment(): Model | undefined {
  const { MEANING_CHECK_MODEL } = readEnvironment('MEANING_CHECK_MODEL')
  return MEANING_CHECK_MODEL === 'none' ? undefined : buildModel(MEANING_CHECK_MODEL, CHECK_PATIENCE)
}

/**
 * Creates the configured translators. Behind a model, Amazon Translate is the plain one.
 * @throws if the environment names an unknown translator
 */
export function translatorsFromEnvironment(): Translators {
  const { SECOND_LOOK, BREAK_REVIEW } = readEnvironment('SECOND_LOOK', 'BREAK_REVIEW')
  const model = modelFromEnvironment()
  const plain = lateTranslator(false, async () => {
    const { amazonTranslate, translateClient } = await import('./amazon-translate.ts')
    return amazonTranslate(translateClient(), PLAIN_RETRY)
  })
  return {
    main: model ? lateTranslator(true, async () => (await import('./bedrock.ts')).bedrock(model)) : plain,
    plain,
    secondLook: onOff.parse(SECOND_LOOK) === 'on',
    breakReview: onOff.parse(BREAK_REVIEW) === 'on',
  }
}

/** A translator whose code is loaded with its first request. */
function lateTranslator(learns: boolean, load: () => Promise<Translator>): Translator {
  const loaded = once(load)
  return { learns, translate: async request => (await loaded()).translate(request) }
}
