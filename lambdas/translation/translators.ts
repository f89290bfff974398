import * as z from 'zod'
import { readEnvironment } from '../runtime/environment.ts'
import { once } from '../runtime/once.ts'
import { type Retry, realTimeAndRandomness } from '../runtime/retry.ts'
import type { Translators } from './faithful.ts'
import { loadBedrock, type Model } from './model.ts'
import { type Patience, patienceWith } from './patience.ts'
import type { Translator } from './translator.ts'

const translatorName = z.enum(['amazon-translate', 'bedrock'])
const onOff = z.enum(['on', 'off'])

/** Beyond the SDK's own retries. */
const PLAIN_RETRY: Retry = { attempts: 5, firstMs: 1000, longestMs: 20_000, ...realTimeAndRandomness }

/** The user waits while the meaning is checked, and the check is optional. */
const CHECK = { attempts: 3, answerMs: 60_000 }

type CallPatience = Pick<Patience, 'retry' | 'answerMs'>

/** The configured model, or `undefined` if Amazon Translate is the translator. */
export function modelFromEnvironment(patience?: CallPatience): Model | undefined {
  const { TRANSLATOR, BEDROCK_MODEL_ID: id } = readEnvironment('TRANSLATOR', 'BEDROCK_MODEL_ID')
  return translatorName.parse(TRANSLATOR) === 'bedrock' ? buildModel(id, patience ?? patienceWith(id)) : undefined
}

function buildModel(id: string, { retry, answerMs }: CallPatience): Model {
  const client = once(async () => (await loadBedrock()).bedrockClient(answerMs))
  return { client, id, retry, now: Date.now }
}

/** The model that checks the meaning of translations, or `undefined` without one. */
export function checkingModelFromEnvironment(): Model | undefined {
  const { MEANING_CHECK_MODEL: id } = readEnvironment('MEANING_CHECK_MODEL')
  const retry = { ...patienceWith(id).retry, attempts: CHECK.attempts }
  return id === 'none' ? undefined : buildModel(id, { retry, answerMs: CHECK.answerMs })
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
