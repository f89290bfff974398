import { SAMPLE_RATE } from './decode.ts'
import type { SpokenWord } from './engine.ts'
import { verboseTranscription, wordsOfTranscription } from './server-words.ts'
import type { Server } from './servers.ts'

/** A transcribed piece of sound. */
export interface TranscribedPiece {
  words: SpokenWord[]
  /** The server's name for the language, such as `english` or `en`; undefined if it states none. */
  language: string | undefined
}

/** Time for a piece of at most a minute. */
const ANSWER_MS = 280_000
/** Characters of the text before a piece, which show the model its punctuation and names. */
const PROMPT_CHARACTERS = 200

/**
 * Transcribes pieces of sound with the first server of OpenAI's `/v1/audio/transcriptions` that answers. Each piece is a
 * separate request, so an answer takes less time than Node waits for its headers.
 */
export function createTranscriptionServer(servers: readonly Server[]) {
  let before = ''
  return {
    /** @param offsetMs start of the sound in the media */
    async transcribe(samples: Float32Array, offsetMs: number): Promise<TranscribedPiece> {
      const failures: unknown[] = []
      for (const server of servers)
        try {
          const transcription = await request(server, samples, before)
          before = transcription.text.trim().slice(-PROMPT_CHARACTERS)
          return { words: wordsOfTranscription(transcription, offsetMs), language: transcription.language }
        } catch (error) {
          failures.push(error)
        }
      throw new AggregateError(failures, `No transcription server answered: ${failures.map(String).join('; ')}`)
    },
  }
}

async function request({ url, model, key }: Server, samples: Float32Array, prompt: string) {
  const form = new FormData()
  form.append('file', new Blob([wavOf(samples)], { type: 'audio/wav' }), 'sound.wav')
  form.append('model', model)
  form.append('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  form.append('temperature', '0')
  if (prompt !== '') form.append('prompt', prompt)
  const response = await fetch(`${url}/audio/transcriptions`, {
    method: 'POST',
    body: form,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  return verboseTranscription.parse(await response.json())
}

const HEADER_BYTES = 44

/** Mono sound as a WAV file of 16 bits, the one format that every server reads. */
function wavOf(samples: Float32Array): ArrayBuffer {
  const file = new ArrayBuffer(HEADER_BYTES + samples.length * 2)
  const view = new DataView(file)
  const write = (at: number, text: string) => {
    for (const [i, letter] of [...text].entries()) view.setUint8(at + i, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, file.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [i, sample] of samples.entries())
    view.setInt16(HEADER_BYTES + i * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return file
}
