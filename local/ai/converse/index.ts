import { createErrorPlayer, type ErrorPlayer, ServiceFault } from '#local-aws/aws/errors.ts'
import {
  type Access,
  type AwsRequest,
  type AwsResponse,
  type AwsService,
  LOCAL_ACCOUNT,
} from '#local-aws/aws/service.ts'
import { printDefect } from '#local-aws/machine/terminal.ts'
import { type ConverseInput, type ConverseReply, readConverse, type StopReason } from './wire.ts'

export type { ConverseInput, ConverseReply } from './wire.ts'

/** The model behind Converse: a model server on this machine, or a rehearsal. */
export interface ConverseModel {
  /**
   * @param gone aborts when the caller no longer waits
   * @throws ServiceFault with Bedrock's name for the failure
   */
  answer(input: ConverseInput, gone?: AbortSignal): Promise<ConverseReply>
}

export interface LocalBedrock extends AwsService, Pick<ErrorPlayer, 'failNext'> {
  /** Makes the next calls return a reply that stopped early and has no tool call. */
  stopNext(reason: StopReason, times?: number): void
  /** Every received request, newest last. */
  requests(): readonly { modelId: string; input: ConverseInput }[]
}

/** Requests kept for inspection. */
const KEPT = 200
/** Inference profiles have their regions as a prefix. */
const PROFILE = /^(?:us|us-gov|eu|apac|au|jp|ca|sa|global)\.(.+)$/

/**
 * Amazon Bedrock's Converse, backed by a model on this machine.
 * @param others models that replace it, by Bedrock model id
 */
export function createBedrock(
  model: ConverseModel,
  others: Readonly<Record<string, ConverseModel>> = {},
): LocalBedrock {
  const player = createErrorPlayer()
  const stops: StopReason[] = []
  const kept: { modelId: string; input: ConverseInput }[] = []
  return {
    failNext: player.failNext,
    stopNext: (reason, times = 1) => void stops.push(...Array.from({ length: times }, () => reason)),
    requests: () => kept,
    accessOf,
    async handle(request) {
      try {
        const modelId = parseModelId(request)
        if (request.method !== 'POST' || modelId === undefined)
          throw new ServiceFault('UnknownOperationException', 'The local Bedrock has Converse alone.', 404)
        const input = readConverse(modelId, request.body)
        kept.push({ modelId, input })
        if (kept.length > KEPT) kept.shift()
        const played = player.take('Converse')
        if (played) return played
        const stopReason = stops.shift()
        return answered(
          stopReason
            ? { content: [{ text: 'This answer was stopped.' }], stopReason, inputTokens: 10, outputTokens: 5 }
            : await (others[modelId] ?? model).answer(input, request.signal),
        )
      } catch (error) {
        if (error instanceof ServiceFault) return error.response
        printDefect('Bedrock', error)
        return new ServiceFault('InternalServerException', 'The local model failed.', 500).response
      }
    },
  }
}

/** The id in `/model/{id}/converse`. */
function parseModelId({ url }: AwsRequest): string | undefined {
  const id = /^\/model\/([^/]+)\/converse$/.exec(url.pathname)?.[1]
  return id === undefined ? undefined : decodeURIComponent(id)
}

/** An inference profile needs its own grant and one for its model. */
function accessOf(request: AwsRequest): Access[] {
  const id = parseModelId(request) ?? ''
  const region = /Credential=[^/=]+\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const action = 'bedrock:InvokeModel'
  if (id.startsWith('arn:')) return [{ action, resource: id }]
  const behind = PROFILE.exec(id)?.[1]
  const model = { action, resource: `arn:aws:bedrock:${region}::foundation-model/${behind ?? id}` }
  const profile = { action, resource: `arn:aws:bedrock:${region}:${LOCAL_ACCOUNT}:inference-profile/${id}` }
  return behind === undefined ? [model] : [profile, model]
}

function answered({ content, stopReason, inputTokens, outputTokens }: ConverseReply): AwsResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
      metrics: { latencyMs: 1 },
    }),
  }
}
