import * as z from 'zod'
import type { TranslationEngine } from '../../engines/engine.ts'
import type { ConverseModel } from './index.ts'
import { type ConverseInput, demandedTool, textsOf } from './wire.ts'

const material = z.object({ sentences: z.array(z.object({ id: z.string(), english: z.string() })) })

/** A brief that says nothing about a talk. */
const NO_BRIEF = {
  subject: '',
  tone: '',
  speakers: [],
  terms: [],
  keepEnglish: [],
  numbers: 'digits',
  units: 'asSpoken',
}

/** Plays a model where none is configured: it translates with the translation engine and knows nothing about the talk. */
export function createRehearsalModel(engine: TranslationEngine): ConverseModel {
  return {
    async answer(input) {
      const written = await buildToolInput(demandedTool(input)?.name, input, engine)
      const answer = JSON.stringify(written)
      return {
        content: [{ toolUse: { toolUseId: 'rehearsal', name: demandedTool(input)?.name ?? 'none', input: written } }],
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
  if (tool !== 'deliver_translations' && tool !== 'deliver_alternatives') return NO_BRIEF
  const [said = '{}', asked = ''] = textsOf(input.messages[0]?.content ?? [])
  const { sentences } = material.parse(JSON.parse(said))
  // An editor that changes nothing gives empty texts.
  if (asked.startsWith('Review')) return Object.fromEntries(sentences.map(({ id }) => [id, '']))
  const formality = textsOf(input.system ?? []).some(text => text.includes('반말')) ? 'INFORMAL' : 'FORMAL'
  const texts = await engine.translate(
    sentences.map(({ english }) => english),
    formality,
  )
  const shapeAnswer = (text = '') => (tool === 'deliver_alternatives' ? [text] : text)
  return Object.fromEntries(sentences.map(({ id }, at) => [id, shapeAnswer(texts[at])]))
}

/** About four characters of JSON are a token. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
