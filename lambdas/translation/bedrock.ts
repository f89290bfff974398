import { type BedrockRuntimeClient, ConverseCommand, type ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime'
import { log } from '../runtime/log.ts'
import { repairJosa } from '../subtitle/index.ts'
import { answerTool, instructions, question, TOOL } from './bedrock-prompt.ts'
import { termsIn } from './glossary.ts'
import { isPassing, type Patience, patiently } from './patience.ts'
import type { TranslationRequest, Translator } from './translator.ts'

/** Tokens of the answer: Korean takes one or two a syllable, and the smaller models give 4,096 at most. */
const TOKENS_A_CHARACTER = 2
const LEAST_TOKENS = 500
const MOST_TOKENS = 4096

/**
 * A model of Amazon Bedrock through Converse, made to answer with a tool whose input has one property a sentence.
 * A refusal or an answer of another shape is no answer; whatever stands under an id that was not asked for is left.
 */
export function bedrock(client: BedrockRuntimeClient, modelId: string, patience: Patience): Translator {
  return {
    learns: true,
    async translate(request) {
      const reply = await replied(request)
      return reply ? answersOf(reply, request) : new Map()
    },
  }

  async function replied(request: TranslationRequest): Promise<ConverseCommandOutput | undefined> {
    const characters = request.sentences.reduce((sum, { text }) => sum + text.length, 0)
    const command = new ConverseCommand({
      modelId,
      system: [{ text: instructions(request.register) }],
      messages: [{ role: 'user', content: [{ text: question(request) }] }],
      toolConfig: { tools: [answerTool(request)], toolChoice: { tool: { name: TOOL } } },
      inferenceConfig: { maxTokens: Math.min(MOST_TOKENS, LEAST_TOKENS + characters * TOKENS_A_CHARACTER) },
    })
    try {
      return await patiently(() => client.send(command), patience)
    } catch (error) {
      if (isPassing(error)) throw error
      // A model that is not there or does not take the request: the other translator steps in, the operator reads this.
      log('error', 'the model did not answer', { model: modelId }, error)
      return undefined
    }
  }
}

function answersOf({ output, stopReason }: ConverseCommandOutput, request: TranslationRequest): Map<string, string> {
  const call = output?.message?.content?.find(block => block.toolUse?.name === TOOL)?.toolUse
  const entries = entriesOf(call?.input)
  // Cut off in the middle: the last text may be half of one.
  if (stopReason === 'max_tokens') entries.pop()
  if (stopReason !== 'tool_use') log('warn', 'the model stopped early', { stopReason, answers: entries.length })
  const asked = new Map(request.sentences.map(sentence => [sentence.id, sentence]))
  const answers = new Map<string, string>()
  for (const [id, korean] of entries) {
    const sentence = asked.get(id)
    if (sentence && typeof korean === 'string' && korean.trim() !== '')
      answers.set(id, repairJosa(korean.trim(), termsIn(sentence.text, request.glossary)))
  }
  return answers
}

function entriesOf(input: unknown): [string, unknown][] {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : []
}
