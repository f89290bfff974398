import * as z from 'zod'
import json from './manifest.json' with { type: 'json' }

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const modelFile = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  /** URLs of the publishers, in the order to try. */
  urls: z.array(z.url()).min(1),
  bytes: z.int().positive(),
  sha256,
  /** Compression of the published file. The size and digest above are those of the unpacked file. */
  packing: z.object({ kind: z.literal('zstd'), bytes: z.int().positive(), sha256 }).optional(),
})

/** A file of a model, pinned by size and digest. */
export type ModelFile = z.infer<typeof modelFile>

/** Role of a file in a translation model. The languages share `vocab`, or each has its own vocabulary. */
export const translationRole = z.enum(['model', 'vocab', 'srcvocab', 'trgvocab'])
export type TranslationRole = z.infer<typeof translationRole>

const speechModel = z.object({
  id: z.enum(['parakeet-tdt-0.6b-v2', 'parakeet-tdt-ctc-110m']),
  kind: z.enum(['transducer', 'ctc']),
  licence: z.string(),
  source: z.string(),
  /** A machine with less memory uses the next model. */
  minimumMemoryBytes: z.int().nonnegative(),
  /** Path below the models' folder. */
  folder: z.string(),
  files: z.array(modelFile).min(2),
})
export type SpeechModel = z.infer<typeof speechModel>

const voiceModel = z.object({
  id: z.literal('pyannote-titanet'),
  licence: z.string(),
  source: z.string(),
  folder: z.string(),
  files: z.array(modelFile).length(2),
})
export type VoiceModel = z.infer<typeof voiceModel>

const translationFile = modelFile.extend({ role: translationRole })
export type TranslationFile = z.infer<typeof translationFile>

const translationModel = z.object({
  id: z.literal('mozilla-en-ko'),
  licence: z.string(),
  source: z.string(),
  version: z.string(),
  folder: z.string(),
  files: z.array(translationFile).min(2),
  /** Mozilla's list of models, used once the pinned files are gone. */
  discovery: z.object({ records: z.url(), attachments: z.url(), folder: z.string() }),
})
export type TranslationModel = z.infer<typeof translationModel>

const manifestSchema = z.object({
  speech: z.array(speechModel).min(1),
  /** The two models that together distinguish voices. */
  voices: voiceModel,
  translation: translationModel,
})
export type Manifest = z.infer<typeof manifestSchema>

/** The models' names in terminal messages. */
export const SPEECH_TITLE = 'speech model'
export const VOICES_TITLE = 'models that distinguish voices'
export const TRANSLATION_TITLE = 'translation model'

/** The models that the engines can run, best first. */
export const MANIFEST: Manifest = manifestSchema.parse(json)

/**
 * Why a model is unavailable. `UNREACHABLE` its host does not respond or keeps closing the connection · `NOT_FOUND` the
 * host does not have the file · `WRONG_DIGEST` the file is not the pinned one · `UNUSABLE` the files are complete but
 * do not work · `NO_SPACE` the disk is full
 */
type ModelErrorCode = 'UNREACHABLE' | 'NOT_FOUND' | 'WRONG_DIGEST' | 'UNUSABLE' | 'NO_SPACE'

/** An unavailable model, with a stable code. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
