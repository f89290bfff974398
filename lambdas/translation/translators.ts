import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { TranslateClient } from '@aws-sdk/client-translate'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import * as z from 'zod'
import { readEnvironment } from '../runtime/environment.ts'
import { type Retry, realTimeAndRandomness } from '../runtime/retry.ts'
import { amazonTranslate } from './amazon-translate.ts'
import { bedrock } from './bedrock.ts'
import type { Model } from './converse.ts'
import type { Translators } from './faithful.ts'

const translatorName = z.enum(['amazon-translate', 'bedrock'])
const onOff = z.enum(['on', 'off'])

/** Beyond the SDK's own retries. */
const PLAIN_RETRY: Retry = { attempts: 5, firstMs: 1000, longestMs: 20_000, ...realTimeAndRandomness }
/** A busy model is retried for about a minute; then Amazon Translate takes over. */
const MODEL_RETRY: Retry = { attempts: 8, firstMs: 1000, longestMs: 30_000, ...realTimeAndRandomness }

/** A request without a response for this long is aborted and sent again. */
const PLAIN_ANSWER_MS = 60_000
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
  // Only our own retries: the SDK's retries inside each of ours would outlast the step.
  // HTTP/1.1, which every server supports: the SDK's default for Bedrock is HTTP/2.
  const requestHandler = new NodeHttpHandler({ requestTimeout: answerMs, throwOnRequestTimeout: true })
  const client = new BedrockRuntimeClient({ maxAttempts: 1, requestHandler })
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
  const requestHandler = { requestTimeout: PLAIN_ANSWER_MS, throwOnRequestTimeout: true }
  const plain = amazonTranslate(new TranslateClient({ maxAttempts: 5, requestHandler }), PLAIN_RETRY)
  return {
    main: model ? bedrock(model) : plain,
    plain,
    secondLook: onOff.parse(SECOND_LOOK) === 'on',
    breakReview: onOff.parse(BREAK_REVIEW) === 'on',
  }
}
