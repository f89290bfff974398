import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { soundKey, workKey } from '../contract/media-objects.ts'
import type { HearInput } from '../contract/workflow.ts'
import { openEntry } from '../records/archive.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { log } from '../runtime/log.ts'
import { downloadObject, statObject, writeJson } from '../runtime/media-bucket.ts'
import { isEnglish } from './language.ts'
import { fetchWeights, type Weights } from './weights.ts'

/** Our own recognizer with its weights. */
export interface Recognizer {
  /** Transcribes a media file; the result has the shape of `heardSpeech`. */
  hear(media: string): Promise<unknown>
}

/** A transcript in Amazon Transcribe's format, and the language that its words suggest. */
const heardSpeech = z.object({
  language: z.string().max(20),
  transcript: z.looseObject({ results: z.looseObject({ items: z.array(z.unknown()) }) }),
})

export interface HearDeps extends BaseDeps {
  openRecognizer(weights: Weights): Recognizer
  /** Folder on this machine's disk for weights and sounds. */
  folder: string
}

/**
 * Transcribes a sound with our own recognizer and stores the transcript. If the language may not be English, it stores
 * nothing. Amazon Transcribe, which identifies languages, then transcribes the sound; the same happens after any error
 * here. Idempotent.
 */
export async function hearSound(deps: HearDeps, { sound: { part }, ...ref }: HearInput): Promise<void> {
  const { media } = deps
  const target = soundKey(ref, part, 'heard.json')
  const has = async (key: string) => (await statObject(media, key)) !== undefined
  if (!(await openEntry(deps.tables, ref)) || (await has(workKey(ref.uid, ref.key, 'captions.json')))) return
  if (await has(target)) return
  const recognizer = recognizerOf(deps, await fetchWeights(media, deps.folder))
  const folder = await mkdtemp(join(deps.folder, 'sound-'))
  try {
    const file = join(folder, 'sound.mp4')
    await downloadObject(media, soundKey(ref, part, 'sound.mp4'), file)
    const { language, transcript } = heardSpeech.parse(await recognizer.hear(file))
    if (isEnglish(language)) await writeJson(media, target, transcript)
    else log('warn', 'video', 'the words may not be English: left to Amazon Transcribe', { part })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const opened = new WeakMap<HearDeps, { folder: string; recognizer: Recognizer }>()

/** The recognizer with these weights. A function instance keeps it for its next sound. */
function recognizerOf(deps: HearDeps, weights: Weights): Recognizer {
  const known = opened.get(deps)
  if (known?.folder === weights.folder) return known.recognizer
  const recognizer = deps.openRecognizer(weights)
  opened.set(deps, { folder: weights.folder, recognizer })
  return recognizer
}
