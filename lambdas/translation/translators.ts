import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { TranslateClient } from '@aws-sdk/client-translate'
import * as z from 'zod'
import { amazonTranslate } from './amazon-translate.ts'
import { bedrock } from './bedrock.ts'
import type { Translators } from './faithful.ts'
import { PATIENCE } from './patience.ts'

const translator = z.enum(['amazon-translate', 'bedrock'])

/** A service that says nothing for so long is asked anew. */
const ANSWER_MS = 60_000

/** The configured translators; Amazon Translate is the plain one behind a model. */
export function configuredTranslators(name: string, modelId: string): Translators {
  const plain = amazonTranslate(
    new TranslateClient({ maxAttempts: 5, requestHandler: { requestTimeout: ANSWER_MS } }),
    PATIENCE,
  )
  if (translator.parse(name) === 'amazon-translate') return { main: plain, plain }
  // Its troubles are waited out by us alone: five waits of the SDK in each of ours would outlast the step.
  const client = new BedrockRuntimeClient({ maxAttempts: 1, requestHandler: { requestTimeout: ANSWER_MS } })
  return { main: bedrock(client, modelId, PATIENCE), plain }
}
