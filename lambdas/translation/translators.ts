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
/** A busy model is waited for about a minute; then Amazon Translate steps in. */
const MODEL_RETRY: Retry = { attempts: 8, firstMs: 1000, longestMs: 30_000, ...realTimeAndRandomness }

/** A request without an answer for this long is given up and sent again. */
const PLAIN_ANSWER_MS = 60_000
/** A model that writes 4,096 tokens takes its time, on a laptop above all. */
const MODEL_ANSWER_MS = 240_000

/** How long a model may take. */
export interface Patience {
  retry: Retry
  /** Milliseconds until a request without an answer is given up. */
  answerMs: number
}

const PATIENT: Patience = { retry: MODEL_RETRY, answerMs: MODEL_ANSWER_MS }

/** The configured model, or `undefined` where Amazon Translate is the translator. */
export function modelFromEnvironment({ retry, answerMs }: Patience = PATIENT): Model | undefined {
  const { TRANSLATOR, BEDROCK_MODEL_ID } = readEnvironment('TRANSLATOR', 'BEDROCK_MODEL_ID')
  if (translatorName.parse(TRANSLATOR) !== 'bedrock') return undefined
  // Only our own retries: the SDK's inside each of ours would outlast the step.
  // HTTP/1.1, which every server speaks: the SDK's own choice for Bedrock is HTTP/2.
  const requestHandler = new NodeHttpHandler({ requestTimeout: answerMs, throwOnRequestTimeout: true })
  const client = new BedrockRuntimeClient({ maxAttempts: 1, requestHandler })
  return { client, id: BEDROCK_MODEL_ID, retry, now: Date.now }
}

/**
 * The configured translators; behind a model, Amazon Translate is the plain one.
 * @throws if the environment names an unknown translator
 */
export function translatorsFromEnvironment(): Translators {
  const { SECOND_LOOK } = readEnvironment('SECOND_LOOK')
  const model = modelFromEnvironment()
  const requestHandler = { requestTimeout: PLAIN_ANSWER_MS, throwOnRequestTimeout: true }
  const plain = amazonTranslate(new TranslateClient({ maxAttempts: 5, requestHandler }), PLAIN_RETRY)
  return { main: model ? bedrock(model) : plain, plain, secondLook: onOff.parse(SECOND_LOOK) === 'on' }
}
