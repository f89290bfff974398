import * as z from 'zod'
import { ServiceFault } from '#local-aws/aws/errors.ts'

/** Models that accept a cache point in Converse; the others refuse one. */
const CACHING =
  /(?:^|\.)(?:anthropic\.claude-(?:3-7|3-5-haiku|(?:opus|sonnet|haiku)-\d)|amazon\.nova-(?:micro|lite|pro|premier))/
const MOST_CACHE_POINTS = 4
/** Claude models that enforce a tool's schema on Bedrock; for the others it has no structured outputs. */
const STRICT = /(?:^|\.)anthropic\.claude-(?:opus|sonnet|haiku)-4-[5-9]/
/** Claude models without sampling parameters. */
const OWN_SAMPLING = /(?:^|\.)anthropic\.claude-(?:opus|sonnet|haiku)-[5-9]/
/**
 * Claude models that choose their tool themselves. Users report it of Opus 5.5, Sonnet 5.5 and Fable 5.1, and a public
 * migration guide of every Claude 5.5. Anthropic's guide for Haiku 5.5 says that this one accepts a forced tool; nobody here
 * has called it, so the safe side is to refuse all of them.
 */
const CHOOSING = /(?:^|\.)anthropic\.claude-[a-z]+-[5-9]/
/** Claude models whose thinking can be turned off; the other models of the generation always think. */
const THINKING_OPTIONAL = /(?:^|\.)anthropic\.claude-haiku-5/
/** Models that have reached their end on Bedrock. */
const RETIRED = /(?:^|\.)anthropic\.claude-(?:v2|instant|3-|sonnet-4-2|opus-4-2)/

const cachePoint = z.strictObject({ type: z.literal('default') })
const textBlock = z.strictObject({ text: z.string() })
const cacheBlock = z.strictObject({ cachePoint })
const toolUse = z.strictObject({ toolUseId: z.string(), name: z.string(), input: z.unknown() })
const content = z.union([textBlock, cacheBlock, z.strictObject({ toolUse })])
const json = z.record(z.string(), z.unknown())
const toolSpec = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().min(1).optional(),
  inputSchema: z.strictObject({ json: json.refine(schema => schema.type === 'object', 'must be of type object') }),
  strict: z.boolean().optional(),
})

/** The parameters of Converse that the service sends. Any other is refused by name. */
const converseInput = z.strictObject({
  system: z.array(z.union([textBlock, cacheBlock])).optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(content).min(1) })).min(1),
  toolConfig: z
    .strictObject({
      tools: z.array(z.union([z.strictObject({ toolSpec }), cacheBlock])).min(1),
      toolChoice: z
        .union([
          z.strictObject({ auto: z.strictObject({}) }),
          z.strictObject({ any: z.strictObject({}) }),
          z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
        ])
        .optional(),
    })
    .optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).max(200_000).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string().min(1)).max(4).optional(),
    })
    .optional(),
  additionalModelRequestFields: z
    .strictObject({ thinking: z.strictObject({ type: z.enum(['adaptive', 'disabled']) }) })
    .optional(),
})
export type ConverseInput = z.infer<typeof converseInput>

/** Why a model stopped, in Converse's terms. */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'guardrail_intervened'
  | 'content_filtered'
  | 'malformed_tool_use'

/** A model's reply. */
export interface ConverseReply {
  content: readonly ({ text: string } | { toolUse: { toolUseId: string; name: string; input: unknown } })[]
  stopReason: StopReason
  inputTokens: number
  outputTokens: number
}

/**
 * Reads the body of a Converse request.
 * @throws ServiceFault ValidationException for whatever Bedrock refuses
 */
export function readConverse(modelId: string, body: Buffer): ConverseInput {
  if (RETIRED.test(modelId))
    throw new ServiceFault(
      'ResourceNotFoundException',
      'This model version has reached the end of its life. Please refer to the AWS documentation for more details.',
      404,
    )
  const parsed = converseInput.safeParse(JSON.parse(body.toString() || '{}'))
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error))
  const input = parsed.data
  for (const [at, { role }] of input.messages.entries())
    if (role !== (at % 2 === 0 ? 'user' : 'assistant'))
      throw invalid('A conversation must alternate between user and assistant roles and start with a user message.')
  if (input.messages.at(-1)?.role !== 'user') throw invalid('The conversation must end with a user message.')
  const blocks = [...(input.system ?? []), ...input.messages.flatMap(message => message.content)]
  if (blocks.some(block => 'text' in block && block.text.trim() === ''))
    throw invalid('The text field in the ContentBlock object is blank. Add text to the text field, and try again.')
  refuseCachePoints(modelId, [...blocks, ...(input.toolConfig?.tools ?? [])])
  refuseUnknownTool(input)
  refuseParameters(modelId, input)
  return input
}

function refuseCachePoints(modelId: string, blocks: readonly object[]): void {
  const points = blocks.filter(block => 'cachePoint' in block).length
  if (points > 0 && !CACHING.test(modelId))
    throw new ServiceFault(
      'AccessDeniedException',
      'You invoked an unsupported model or your request did not allow prompt caching.',
      403,
    )
  if (points > MOST_CACHE_POINTS) throw invalid(`A request has at most ${MOST_CACHE_POINTS} cache points.`)
}

function refuseUnknownTool({ toolConfig }: ConverseInput): void {
  const choice = toolConfig?.toolChoice
  if (!toolConfig || !choice || !('tool' in choice)) return
  const names = toolConfig.tools.flatMap(tool => ('toolSpec' in tool ? tool.toolSpec.name : []))
  if (new Set(names).size < names.length) throw invalid('Tool names must be unique.')
  if (!names.includes(choice.tool.name)) throw invalid(`The tool ${choice.tool.name} is not among the tools.`)
}

/** What only some models accept. Bedrock's wording is not documented. */
function refuseParameters(modelId: string, input: ConverseInput): void {
  const { toolConfig, inferenceConfig, additionalModelRequestFields } = input
  const isForced = toolConfig?.toolChoice !== undefined && !('auto' in toolConfig.toolChoice)
  if (isForced && CHOOSING.test(modelId))
    throw invalid('tool_choice: type "tool" and "any" are not supported for this model.')
  const thinking = additionalModelRequestFields?.thinking.type
  if (thinking && !CHOOSING.test(modelId)) throw invalid(`thinking: Extra inputs are not permitted for ${modelId}.`)
  if (thinking === 'disabled' && !THINKING_OPTIONAL.test(modelId))
    throw invalid('"thinking.type.disabled" is not supported for this model.')
  const isStrict = toolConfig?.tools.some(tool => 'toolSpec' in tool && tool.toolSpec.strict)
  if (isStrict && !STRICT.test(modelId)) throw invalid(`strict: Extra inputs are not permitted for ${modelId}.`)
  const isSampled = inferenceConfig?.temperature !== undefined || inferenceConfig?.topP !== undefined
  if (isSampled && OWN_SAMPLING.test(modelId)) throw invalid('temperature and topP are deprecated for this model.')
}

function invalid(message: string): ServiceFault {
  return new ServiceFault('ValidationException', message)
}

/** The tool that must be called or, if the model may choose, the only one there is, with its schema. */
export function expectedTool({ toolConfig }: ConverseInput): z.infer<typeof toolSpec> | undefined {
  const specs = toolConfig?.tools.flatMap(tool => ('toolSpec' in tool ? tool.toolSpec : [])) ?? []
  const choice = toolConfig?.toolChoice
  if (choice && 'tool' in choice) return specs.find(({ name }) => name === choice.tool.name)
  return specs.length === 1 ? specs[0] : undefined
}

/** Texts of a list of blocks. */
export function textsOf(blocks: readonly object[]): string[] {
  return blocks.flatMap(block => ('text' in block && typeof block.text === 'string' ? block.text : []))
}
