import { homedir } from 'node:os'
import { join } from 'node:path'

/** The language model that `npm run models -- --language-model` downloads, and the package that runs it. */
export const LANGUAGE_MODEL = {
  id: 'qwen3-4b-instruct-2507',
  licence: 'Apache-2.0',
  source: 'Qwen3 4B Instruct 2507 by Alibaba, quantized to 4 bits by the unsloth project',
  repository: 'https://huggingface.co/unsloth/Qwen3-4B-Instruct-2507-GGUF',
  file: 'Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
  /** Memory for weights and context together. */
  memoryBytes: 5e9,
} as const
export type LanguageModelChoice = Record<'id' | 'licence' | 'source' | 'repository' | 'file', string> & {
  memoryBytes: number
}

/** The npm package that runs the model, installed on demand. */
export const RUNNER = { name: 'node-llama-cpp', version: '3.21.1' } as const

/** Context size in tokens: enough for a part of a talk and its brief. */
export const CONTEXT_TOKENS = 16_384

export interface LanguageModelFiles {
  /** Path of the weights. */
  weights: string
  /** Folder whose `node_modules` contains the runner. */
  runner: string
}

/** Paths of weights and runner, given the folder of the models and that of this machine's data. */
export function languageModelFiles(env: Record<string, string | undefined>, root: string): LanguageModelFiles {
  const models = env.MODELS_DIR || join(homedir(), '.cache', 'jamak', 'models')
  return {
    weights: join(models, 'lm', LANGUAGE_MODEL.id, LANGUAGE_MODEL.file),
    runner: join(root, '.jamak', 'language-model'),
  }
}
