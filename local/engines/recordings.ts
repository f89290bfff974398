import { createHash } from 'node:crypto'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import * as z from 'zod'
import json from '../sample/recordings.json' with { type: 'json' }
import type { Formality, SpokenWord, TranslationEngine } from './engine.ts'

const recording = z.object({
  /** File of `local/sample`. */
  name: z.string(),
  /** SHA-256 of the packets of its sound, which do not change when the sound is copied into another file. */
  sound: z.string().regex(/^[0-9a-f]{64}$/),
  words: z.array(
    z.object({ text: z.string(), startMs: z.int(), endMs: z.int(), confidence: z.number(), after: z.string() }),
  ),
  sentences: z.array(z.object({ english: z.string(), formal: z.string(), informal: z.string() })),
})
export type Recording = z.infer<typeof recording>

/** The transcripts of the shipped samples, word by word, and their Korean translations, written by hand. */
export const RECORDINGS: readonly Recording[] = z.array(recording).parse(json)

/** No sample's sound is larger, in bytes. */
const LARGEST_SOUND = 1_000_000

/** The recorded words of a media file; `undefined` for any file that is not a sample. */
export async function recordedWords(file: string): Promise<SpokenWord[] | undefined> {
  const digest = await soundDigest(file).catch(() => undefined)
  return RECORDINGS.find(({ sound }) => sound === digest)?.words
}

/** Digest of the packets of a file's sound; `undefined` if there are none, or more than a sample has. */
export async function soundDigest(file: string): Promise<string | undefined> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return undefined
  const hash = createHash('sha256')
  let bytes = 0
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    bytes += data.length
    if (bytes > LARGEST_SOUND) return undefined
    hash.update(data)
  }
  return bytes === 0 ? undefined : hash.digest('hex')
}

/** The translations of the samples, sentence by sentence. Any other text goes to the engine below. */
export function withRecordedKorean(engine: TranslationEngine): TranslationEngine {
  return {
    get hasRegisters() {
      return engine.hasRegisters
    },
    translate: (texts, formality) =>
      Promise.all(
        texts.map(async text => {
          const recorded = recordedKorean(text, formality)
          if (recorded !== undefined) return recorded
          const [korean = ''] = await engine.translate([text], formality)
          return korean
        }),
      ),
  }
}

const KOREAN = new Map(RECORDINGS.flatMap(({ sentences }) => sentences.map(each => [each.english, each] as const)))

/** The Korean of a text whose every line is a recorded sentence. */
function recordedKorean(text: string, formality: Formality): string | undefined {
  const lines = text.split('\n').map(line => KOREAN.get(line.trim())?.[formality === 'FORMAL' ? 'formal' : 'informal'])
  return lines.every(line => line !== undefined) ? lines.join('\n') : undefined
}
