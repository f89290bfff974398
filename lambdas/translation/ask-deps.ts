import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { realTimeAndRandomness } from '../runtime/retry.ts'
import type { Model } from './model.ts'
import { type Glossary, parseGlossary } from './terms.ts'
import { modelFromEnvironment } from './translators.ts'

/** Dependencies of the routes that call a language model for a user. */
export interface AskDeps extends BaseDeps {
  /** Undefined if no model is configured; nothing can be translated again then. */
  model: Model | undefined
  /** The operator's glossary. */
  glossary: Glossary
}

/** API Gateway waits 30 seconds: a busy model is retried within the first five, and the last request may take 20. */
export const PATIENCE_MS = 5_000
const ANSWER_MS = 20_000

/** @throws if the environment names an unknown translator or holds a malformed glossary */
export function askDepsFromEnvironment(): AskDeps {
  const { GLOSSARY } = readEnvironment('GLOSSARY')
  const retry = { attempts: 4, firstMs: 500, longestMs: 2000, ...realTimeAndRandomness }
  return {
    ...baseDeps(),
    model: modelFromEnvironment({ retry, answerMs: ANSWER_MS }),
    glossary: parseGlossary(GLOSSARY),
  }
}
