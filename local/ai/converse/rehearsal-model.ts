import * as z from 'zod'
import type { TranslationEngine } from '../../engines/engine.ts'
import type { ConverseModel } from './index.ts'
import { buildYoutubeText } from './rehearsal-youtube-text.ts'
import { type ConverseInput, expectedTool, textsOf } from './wire.ts'

const material = z.object({ sentences: z.array(z.object({ id: z.string(), english: z.string() })) })

/** A brief without any information about the talk. */
const NO_BRIEF = {
  subject: '',
  tone: '',
  speakers: [],
  terms: [],
  keepEnglish: [],
  numbers: 'digits',
  units: 'asSpoken',
}

/**
 * Stands in if no model is configured: translates with the translation engine, returns an empty brief, quotes the
 * subtitle as the text for YouTube, and checks a translation only for its numbers.
 */
export function createRehearsalModel(engine: TranslationEngine): ConverseModel {
  return {
    async answer(input) {
      const written = await buildToolInput(expectedTool(input)?.name, input, engine)
      const answer = JSON.stringify(written)
      return {
        content: [{ toolUse: { toolUseId: 'rehearsal', name: expectedTool(input)?.name ?? 'none', input: written } }],
        stopReason: 'tool_use',
        inputTokens: countTokens(JSON.stringify(input)),
        outputTokens: countTokens(answer),
      }
    },
  }
}

async function buildToolInput(
  tool: string | undefined,
  input: ConverseInput,
  engine: TranslationEngine,
): Promise<unknown> {
  if (tool === 'deliver_youtube_text') return buildYoutubeText(textsOf(input.messages[0]?.content ?? []))
  if (tool === 'report_findings') return { findings: findLostNumbers(textsOf(input.messages[0]?.content ?? [])) }
  if (tool !== 'deliver_translations' && tool !== 'deliver_alternatives') return NO_BRIEF
  const [said = '{}', asked = ''] = textsOf(input.messages[0]?.content ?? [])
  const { sentences } = material.parse(JSON.parse(said))
  // A review without changes returns empty texts.
  if (asked.startsWith('Review')) return Object.fromEntries(sentences.map(({ id }) => [id, '']))
  const formality = textsOf(input.system ?? []).some(text => text.includes('반말')) ? 'INFORMAL' : 'FORMAL'
  const texts = await engine.translate(
    sentences.map(({ english }) => english),
    formality,
  )
  const shapeTranslation = (text = '') => (tool === 'deliver_alternatives' ? [text] : text)
  return Object.fromEntries(sentences.map(({ id }, at) => [id, shapeTranslation(texts[at])]))
}

const compared = z.object({ sentences: z.array(z.object({ id: z.string(), english: z.string(), korean: z.string() })) })

/** Finds translations that lack a number of two or more digits. A real model compares the meaning. */
function findLostNumbers([said = '{}']: readonly string[]) {
  return compared.parse(JSON.parse(said)).sentences.flatMap(({ id, english, korean }) => {
    const lost = (english.match(/\d{2,}/g) ?? []).find(number => !korean.includes(number))
    const reason = `연습용 확인이라 숫자만 봤어요. 영어의 ${lost} 숫자가 번역에 안 보여요.`
    return lost === undefined ? [] : [{ id, kind: 'quantity', words: lost, reason }]
  })
}

/** A token is about four characters of JSON. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
