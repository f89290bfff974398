import type { CloudEngines } from '../../local/cloud/options.ts'

/** Engines for tests without speech. */
export const silentEngines: CloudEngines = {
  speech: { transcribe: async () => ({ words: [], language: 'en-US', languageScore: 1, durationMs: 1000 }) },
  translation: { translate: async texts => texts.map(() => '번역') },
}
