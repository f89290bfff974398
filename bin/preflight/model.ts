import {
  type BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetInferenceProfileCommand,
} from '@aws-sdk/client-bedrock'
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { chooseTool } from '../../lambdas/contract/tool-choice.ts'
import { modelBehind } from '../../lib/bedrock-model.ts'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { type Answer, isDenied, isNamed, type Question } from './finding.ts'
import { readLifecycle } from './model-lifecycle.ts'

const ACTIVE_MODEL =
  'BEDROCK_MODEL_ID (or MEANING_CHECK_MODEL): an active model, docs.aws.amazon.com/bedrock, "Model lifecycle"'

/** Checks every configured Bedrock model. */
export function models(clients: Clients, config: Config, now: number): Question[] {
  const { translator, bedrockModelId = '', checkingModel } = config
  const what = 'Bedrock model'
  const translating: Question =
    translator === 'bedrock'
      ? model(clients, { what, id: bedrockModelId, region: config.region, now })
      : {
          what,
          permission: '',
          look: async () => ({ state: 'ok', found: 'none needed: TRANSLATOR is amazon-translate' }),
        }
  if (checkingModel === undefined) return [translating]
  return [translating, model(clients, { what: `${what}, meaning`, id: checkingModel, region: config.region, now })]
}

interface Chosen {
  what: string
  /** Id of a model or of an inference profile, or an ARN. */
  id: string
  region: string
  /** Epoch milliseconds. */
  now: number
}

/** Offered in the region or by the profile, not at its end, agreed to, authorized, and responding. */
function model({ bedrock, bedrockRuntime }: Clients, { what, id, region, now }: Chosen): Question {
  const next = `open the model in Bedrock's playground, region ${region}: some providers require a form or a subscription first`
  const missing = (found: string, todo = next): Answer => ({ state: 'missing', found, next: todo })
  return {
    what,
    permission:
      'bedrock:GetFoundationModel, bedrock:GetFoundationModelAvailability, bedrock:GetInferenceProfile and bedrock:InvokeModel',
    async look() {
      const behind = modelBehind(id)
      try {
        const profile = behind === id ? undefined : await profileFault(bedrock, id)
        if (profile !== undefined) return missing(profile)
        // An ARN of a profile does not name its model.
        if (behind === undefined) return answering(bedrockRuntime, id, id, next)
        const lifecycle = await readLifecycle(bedrock, behind, region, now)
        const described = `${id}, ${lifecycle.words}`
        if (lifecycle.state === 'ended') return missing(described, ACTIVE_MODEL)
        const faults = await accessFaults(bedrock, behind, behind === id ? region : undefined)
        if (faults.length > 0) return missing(`${described}: ${faults.join(', ')}`)
        const answer = await answering(bedrockRuntime, id, described, next)
        if (lifecycle.state === 'legacy' && answer.state === 'ok')
          return { ...answer, state: 'later', next: ACTIVE_MODEL }
        return answer
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException', 'ValidationException')) throw error
        return missing(`Bedrock does not know ${id} in ${region}`)
      }
    },
  }
}

async function profileFault(client: BedrockClient, id: string): Promise<string | undefined> {
  const { status } = await client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: id }))
  return status === 'ACTIVE' ? undefined : `the profile ${id} is ${status}`
}

/** @param region the only region where the model may run; undefined for a profile, which names its regions itself */
async function accessFaults(client: BedrockClient, modelId: string, region: string | undefined): Promise<string[]> {
  const { agreementAvailability, ...answer } = await client.send(new GetFoundationModelAvailabilityCommand({ modelId }))
  return [
    answer.authorizationStatus !== 'AUTHORIZED' && 'not authorized',
    answer.entitlementAvailability !== 'AVAILABLE' && 'not entitled',
    agreementAvailability?.status !== 'AVAILABLE' && `agreement ${agreementAvailability?.status}`,
    region !== undefined && answer.regionAvailability !== 'AVAILABLE' && `not in ${region}`,
  ].filter(fault => fault !== false)
}

/** Sends the model one request with a tool, as the translation does; a few hundred tokens. */
async function answering(
  client: BedrockRuntimeClient,
  modelId: string,
  described: string,
  next: string,
): Promise<Answer> {
  const json = { type: 'object', properties: { korean: { type: 'string' } }, required: ['korean'] }
  const name = 'deliver'
  const choice = chooseTool(modelId, name)
  const asked = new ConverseCommand({
    modelId,
    messages: [{ role: 'user', content: [{ text: `Call the tool ${name} with the Korean of: Hello.` }] }],
    toolConfig: { tools: [{ toolSpec: { name, inputSchema: { json } } }], toolChoice: choice },
    // A model that thinks first counts that, too.
    inferenceConfig: { maxTokens: 1000 },
  })
  try {
    const { output } = await client.send(asked)
    const isCalled = output?.message?.content?.some(block => block.toolUse?.name === name)
    if (isCalled) return { state: 'ok', found: `${described}; it responds` }
    const found = `${described}, responds without calling the tool`
    // Where the tool cannot be required, the translation also reads an answer in words.
    return { state: 'auto' in choice ? 'later' : 'missing', found, next: 'choose another model' }
  } catch (error) {
    if (isDenied(error)) return { state: 'missing', found: `${described}, access denied`, next }
    if (isNamed(error, 'ResourceNotFoundException', 'ValidationException'))
      return { state: 'missing', found: `${described}, cannot be called: ${messageOf(error)}`, next: ACTIVE_MODEL }
    if (isNamed(error, 'ThrottlingException') && /tokens per day/i.test(messageOf(error)))
      return {
        state: 'later',
        found: `${described}, but its daily tokens are used up or zero`,
        next: 'Service Quotas, Amazon Bedrock, "Cross-Region InvokeModel tokens per minute" of the model: request more, and more tokens per day',
      }
    if (isNamed(error, 'ThrottlingException', 'ServiceUnavailableException', 'ModelNotReadyException'))
      return { state: 'later', found: `${described}, is busy`, next: 'run npm run preflight again in a minute' }
    throw error
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
