import * as z from 'zod'
import type { ConverseModel } from '../../local/ai/converse/index.ts'
import { type ConverseInput, expectedTool, textsOf } from '../../local/ai/converse/wire.ts'
import { findRewording } from './rewordings.ts'
import type { Script, ScriptSentence } from './script.ts'
import { countTokens } from './tokens.ts'

const material = z.object({
  terms: z.record(z.string(), z.string()).default({}),
  corrections: z.record(z.string(), z.string()).default({}),
  sentences: z.array(z.object({ id: z.string(), english: z.string(), unsure: z.array(z.string()).default([]) })),
})
type Material = z.infer<typeof material>
const faults = z.record(
  z.string(),
  z.object({ korean: z.string(), problems: z.array(z.string()), cut: z.string().optional() }),
)
const briefSchema = z.object({ properties: z.record(z.string(), z.unknown()) })

/**
 * Plays a small model that has read a talk. Whether it writes a sentence's correct or its literal text depends on what
 * the request contains.
 */
export function playSmallModel(script: Script): ConverseModel {
  return {
    async answer(input) {
      const tool = expectedTool(input)
      const isBrief = tool?.name === 'deliver_brief'
      const written = isBrief ? writeBrief(script, tool.inputSchema.json) : writeTexts(script, input)
      return {
        content: [{ toolUse: { toolUseId: 'call-1', name: tool?.name ?? 'none', input: written } }],
        stopReason: 'tool_use',
        inputTokens: countTokens(JSON.stringify(input)),
        outputTokens: countTokens(JSON.stringify(written)),
      }
    },
  }
}

/** The brief, with those fields that the tool has. */
function writeBrief(script: Script, schema: unknown) {
  const { properties } = briefSchema.parse(schema)
  const ofHelp = (...helps: string[]) => script.sentences.filter(({ help }) => helps.includes(help ?? ''))
  const all = {
    subject: script.subject,
    tone: script.tone,
    speakers: script.speakers.map((name, i) => ({ name: `${name} (spk_${i})`, register: 'haeyo' })),
    terms: script.terms.map(({ english, korean, heardAs }) => ({
      english,
      korean,
      others: [],
      ...('corrections' in properties && heardAs !== undefined && { heardAs: [heardAs] }),
    })),
    keepEnglish: script.keepEnglish,
    corrections: ofHelp('brief', 'wrongfix').flatMap(({ misheard }) =>
      [...misheard].map(([heardAs, meant]) => ({ heardAs, meant })),
    ),
    joins: ofHelp('join', 'wrongjoin')
      .filter(({ joined }) => joined !== undefined)
      .map(sentence => `s${script.sentences.indexOf(sentence) + 1}`),
    register: 'haeyo',
    numbers: 'digits',
    units: 'asSpoken',
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in properties))
}

function writeTexts(script: Script, input: ConverseInput) {
  const [said = '{}', asked = ''] = textsOf(input.messages[0]?.content ?? [])
  const known = material.parse(JSON.parse(said))
  const json = asked.indexOf('\n{')
  const named = json < 0 ? {} : faults.parse(JSON.parse(asked.slice(json)))
  const instructions = textsOf(input.system ?? []).join('\n')
  const isReview = asked.startsWith('Review')
  const translations = known.sentences.flatMap(({ id, english, unsure }) => {
    const sentence = script.sentences[Number(id.slice(1)) - 1]
    if (!sentence) throw new Error(`${id} is not in the script`)
    const problems = named[id]?.problems ?? []
    const cut = isReview ? named[id]?.cut : undefined
    const rewording = cut === undefined ? undefined : findRewording(cut, 'text')
    if (rewording) return { id, korean: rewording.answer, reason: 'cut' }
    // An editor delivers only what it changes.
    if (isReview && problems.length === 0) return []
    if (sentence.joined !== undefined && english !== sentence.english) return { id, korean: sentence.joined }
    const isRight = hasHelp(sentence, { known, unsure, problems, instructions })
    const isGuess = sentence.help === 'guess' || (isRight && sentence.help === 'unsure')
    return { id, korean: isRight ? sentence.right : sentence.literal, ...(isGuess && { reason: 'misheard' }) }
  })
  return { translations }
}

interface Given {
  known: Material
  unsure: readonly string[]
  problems: readonly string[]
  instructions: string
}

/** Whether a request contains what the model needs for the correct text. */
function hasHelp({ help, misheard }: ScriptSentence, { known, unsure, problems, instructions }: Given): boolean {
  const heard = [...misheard.keys()].map(words => words.toLowerCase())
  const isIn = (listed: object) => Object.keys(listed).some(each => heard.includes(each.toLowerCase()))
  switch (help) {
    case 'name':
      return isIn(known.terms)
    case 'brief':
      return isIn(known.corrections)
    case 'wrongfix':
      return !isIn(known.corrections)
    case 'unsure':
      return unsure.some(word => heard.some(words => words.split(' ').includes(word.toLowerCase())))
    case 'context':
      return instructions.includes('may be misheard')
    case 'connective':
      return instructions.includes('A full stop may be wrong')
    case 'slip':
      return problems.length > 0
    case 'join':
    case 'stubborn':
    case 'never':
      return false
    default:
      return true
  }
}
