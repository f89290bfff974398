import { soundKey } from '../contract/media-objects.ts'
import type { StepInput } from '../contract/workflow.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'

/** Whether our own recognizer transcribes every sound first; if not, Amazon Transcribe transcribes all. */
export type Hearing = 'own' | 'transcribe'

export function hearingFromEnvironment(): Hearing {
  return readEnvironment('HEARING').HEARING === 'own' ? 'own' : 'transcribe'
}

/** True if our own recognizer has transcribed the sound. */
export async function isHeard(
  { media, hearing }: { media: MediaBucket; hearing: Hearing },
  ref: StepInput,
  part: number | undefined,
): Promise<boolean> {
  return hearing === 'own' && (await statObject(media, soundKey(ref, part, 'heard.json'))) !== undefined
}
