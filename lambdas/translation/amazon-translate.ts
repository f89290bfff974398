import { InvalidRequestException, type TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate'
import type { Register } from '../contract/archive-entry.ts'
import { repairJosa } from '../subtitle/index.ts'
import { eachWithin } from './each-within.ts'
import { replacedTerms } from './glossary.ts'
import { type Patience, patiently } from './patience.ts'
import { piecesWithinBytes } from './pieces.ts'
import type { Glossary, Translator } from './translator.ts'

/** Bytes of UTF-8 that one request takes. */
const REQUEST_BYTES = 10_000
/** Requests under way at once. */
const AT_ONCE = 4

/**
 * Amazon Translate, one request a sentence: what is answered belongs to what was asked, and nothing can shift.
 * Terms of the glossary go in as Korean; where one gets lost, the sentence is translated without them.
 */
export function amazonTranslate(client: TranslateClient, patience: Patience): Translator {
  return {
    learns: false,
    async translate({ sentences, register, glossary }) {
      const answers = new Map<string, string>()
      await eachWithin(AT_ONCE, sentences, async ({ id, text }) => {
        const korean = await translated(text, register, glossary)
        if (korean !== '') answers.set(id, korean)
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
      const { TranslatedText = '' } = await patiently(() => client.send(command), patience)
      return TranslatedText
    } catch (error) {
      // About this text, not about the service: its sentence stays without a translation and is flagged.
      if (error instanceof InvalidRequestException) return ''
      throw error
    }
  }
}
