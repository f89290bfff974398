import { InvalidRequestException, TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate'
import { repairJosa, toHaeyo } from '#subtitle-engine'
import type { Register } from '../contract/archive-entry.ts'
import { inParallel } from '../runtime/parallel.ts'
import { type Retry, retryingPassing } from '../runtime/retry.ts'
import { type Glossary, replacedTerms } from './terms.ts'
import type { Translator } from './translator.ts'

/** Maximum UTF-8 bytes of one request. */
const REQUEST_BYTES = 10_000
/** Maximum concurrent requests. */
const CONCURRENCY = 4
/** A request without a response for this long is aborted and sent again. */
const ANSWER_MS = 60_000

export function translateClient(): TranslateClient {
  const requestHandler = { requestTimeout: ANSWER_MS, throwOnRequestTimeout: true }
  return new TranslateClient({ maxAttempts: 5, requestHandler })
}

/**
 * Translates with Amazon Translate, one request per sentence, so that no text can shift to another sentence. Glossary
 * terms are replaced by their Korean before sending; if the result loses one, the sentence is translated again without
 * the glossary.
 */
export function amazonTranslate(client: TranslateClient, retry: Retry): Translator {
  return {
    learns: false,
    async translate({ sentences, register, glossary }) {
      const answers = new Map<string, string>()
      await inParallel(sentences, CONCURRENCY, async ({ id, text }) => {
        const korean = await translated(text, register, glossary)
        // FORMAL yields 합니다체, and no setting yields 해요체.
        if (korean !== '') answers.set(id, register === 'haeyo' ? toHaeyo(korean) : korean)
      })
      return answers
    },
  }

  async function translated(english: string, register: Register, glossary: Glossary): Promise<string> {
    const { text, used } = replacedTerms(english, glossary)
    const korean = repairJosa(await asked(text, register), used)
    const kept = [...used].every(term => korean.includes(term))
    return kept ? korean : repairJosa(await asked(english, register))
  }

  async function asked(text: string, register: Register): Promise<string> {
    const answers: string[] = []
    for (const piece of piecesWithinBytes(text, REQUEST_BYTES)) answers.push(await request(piece, register))
    return answers.join(' ').trim()
  }

  async function request(text: string, register: Register): Promise<string> {
    const command = new TranslateTextCommand({
      Text: text,
      SourceLanguageCode: 'en',
      TargetLanguageCode: 'ko',
      Settings: { Formality: register === 'banmal' ? 'INFORMAL' : 'FORMAL' },
    })
    try {
      const { TranslatedText = '' } = await retryingPassing(() => client.send(command), retry)
      return TranslatedText
    } catch (error) {
      // The text caused the error, not the service: the sentence stays untranslated and its cue is flagged.
      if (error instanceof InvalidRequestException) return ''
      throw error
    }
  }
}

/**
 * Splits a text into pieces of at most `limit` UTF-8 bytes, at spaces if possible. Concatenated, they equal the text.
 */
export function piecesWithinBytes(text: string, limit: number): string[] {
  if (Buffer.byteLength(text) <= limit) return text.trim() === '' ? [] : [text]
  const pieces: string[] = []
  let piece = ''
  for (const word of text.split(/(?<=\s)/).flatMap(part => wordPieces(part, limit))) {
    if (piece !== '' && Buffer.byteLength(piece) + Buffer.byteLength(word) > limit) {
      pieces.push(piece)
      piece = ''
    }
    piece += word
  }
  if (piece.trim() !== '') pieces.push(piece)
  return pieces
}

function wordPieces(word: string, limit: number): string[] {
  if (Buffer.byteLength(word) <= limit) return [word]
  // A code point takes at most four bytes.
  const characters = [...word]
  const step = Math.floor(limit / 4)
  return Array.from({ length: Math.ceil(characters.length / step) }, (_, i) =>
    characters.slice(i * step, (i + 1) * step).join(''),
  )
}
