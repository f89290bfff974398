import * as z from 'zod'
import json from './manifest.json' with { type: 'json' }

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const modelFile = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  /** Where it is published, in the order to try. */
  urls: z.array(z.url()).min(1),
  bytes: z.int().positive(),
  sha256,
  /** How the published file is packed; size and digest above are those of the unpacked one. */
  packing: z.object({ kind: z.literal('zstd'), bytes: z.int().positive(), sha256 }).optional(),
})

/** A file of a model, pinned by size and digest. */
export type ModelFile = z.infer<typeof modelFile>

/** What a file of a translation model is: both languages share `vocab`, or each has its own. */
export const translationRole = z.enum(['model', 'vocab', 'srcvocab', 'trgvocab'])
export type TranslationRole = z.infer<typeof translationRole>

const speechModel = z.object({
  id: z.enum(['parakeet-tdt-0.6b-v2', 'parakeet-tdt-ctc-110m']),
  kind: z.enum(['transducer', 'ctc']),
  licence: z.string(),
  source: z.string(),
  /** Machines with less take the next model. */
  minimumMemoryBytes: z.int().nonnegative(),
  /** Below the models' folder. */
  folder: z.string(),
  files: z.array(modelFile).min(2),
})
export type SpeechModel = z.infer<typeof speechModel>

const translationFile = modelFile.extend({ role: translationRole })
export type TranslationFile = z.infer<typeof translationFile>

const translationModel = z.object({
  id: z.literal('mozilla-en-ko'),
  licence: z.string(),
  source: z.string(),
  version: z.string(),
  folder: z.string(),
  files: z.array(translationFile).min(2),
  /** Where Mozilla lists its models, for the day when the pinned files are gone. */
  discovery: z.object({ records: z.url(), attachments: z.url(), folder: z.string() }),
})
export type TranslationModel = z.infer<typeof translationModel>

const manifestSchema = z.object({ speech: z.array(speechModel).min(1), translation: translationModel })
export type Manifest = z.infer<typeof manifestSchema>

/** The models that the engines of this machine can run, best first. */
export const MANIFEST: Manifest = manifestSchema.parse(json)
