import { GetFoundationModelAvailabilityCommand, GetInferenceProfileCommand } from '@aws-sdk/client-bedrock'
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { modelBehind } from '../../lib/bedrock-model.ts'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { type Finding, isDenied, isNamed, type Question } from './finding.ts'

/** Checks the chosen Bedrock model: offered in the region or by the profile, agreed to, authorized, and responding. */
export function model(
  { bedrock, bedrockRuntime }: Clients,
  { translator, bedrockModelId = '', region }: Config,
): Question {
  const what = 'Bedrock model'
  const next = `the model in Bedrock's playground, region ${region}: some providers want a form or a subscription first`
  return {
    what,
    permission: 'bedrock:GetFoundationModelAvailability, bedrock:GetInferenceProfile and bedrock:InvokeModel',
    async look() {
      if (translator !== 'bedrock') return { what, state: 'ok', found: 'none needed: TRANSLATOR is amazon-translate' }
      const id = modelBehind(bedrockModelId)
      const isProfile = id !== bedrockModelId
      try {
        if (isProfile) {
          const profile = new GetInferenceProfileCommand({ inferenceProfileIdentifier: bedrockModelId })
          const { status } = await bedrock.send(profile)
          if (status !== 'ACTIVE')
            return { what, state: 'missing', found: `the profile ${bedrockModelId} is ${status}`, next }
        }
        // An ARN of a profile does not name its model.
        if (id === undefined) return await answering(bedrockRuntime, { what, bedrockModelId, next })
        const asked = new GetFoundationModelAvailabilityCommand({ modelId: id })
        const { agreementAvailability, ...answer } = await bedrock.send(asked)
        const faults = [
          answer.authorizationStatus !== 'AUTHORIZED' && 'not authorized',
          answer.entitlementAvailability !== 'AVAILABLE' && 'not entitled',
          agreementAvailability?.status !== 'AVAILABLE' && `agreement ${agreementAvailability?.status}`,
          // A profile runs the model in the regions that it names.
          !isProfile && answer.regionAvailability !== 'AVAILABLE' && `not in ${region}`,
        ].filter(fault => fault !== false)
        if (faults.length === 0) return await answering(bedrockRuntime, { what, bedrockModelId, next })
        return { what, state: 'missing', found: `${bedrockModelId}: ${faults.join(', ')}`, next }
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException', 'ValidationException')) throw error
        return { what, state: 'missing', found: `Bedrock does not know ${bedrockModelId} in ${region}`, next }
      }
    },
  }
}

/** Sends the model one request with a tool, as the translation does; about 200 tokens. */
async function answering(
  client: BedrockRuntimeClient,
  { what, bedrockModelId, next }: { what: string; bedrockModelId: string; next: string },
): Promise<Finding> {
  const json = { type: 'object', properties: { korean: { type: 'string' } }, required: ['korean'] }
  const name = 'deliver'
  const asked = new ConverseCommand({
    modelId: bedrockModelId,
    messages: [{ role: 'user', content: [{ text: 'Translate into Korean: Hello.' }] }],
    toolConfig: { tools: [{ toolSpec: { name, inputSchema: { json } } }], toolChoice: { tool: { name } } },
    inferenceConfig: { maxTokens: 100 },
  })
  try {
    const { output } = await client.send(asked)
    const isCalled = output?.message?.content?.some(block => block.toolUse?.name === name)
    if (isCalled) return { what, state: 'ok', found: `${bedrockModelId}; it answers` }
    return {
      what,
      state: 'missing',
      found: `${bedrockModelId} answers without calling the tool`,
      next: 'another model',
    }
  } catch (error) {
    if (isDenied(error)) return { what, state: 'missing', found: `${bedrockModelId} may not be asked`, next }
    if (isNamed(error, 'ThrottlingException', 'ServiceUnavailableException', 'ModelNotReadyException'))
      return {
        what,
        state: 'later',
        found: `${bedrockModelId} is busy`,
        next: 'the quota of the model in Service Quotas',
      }
    throw error
  }
}
