import { GetFoundationModelAvailabilityCommand, GetInferenceProfileCommand } from '@aws-sdk/client-bedrock'
import { modelBehind } from '../../lib/bedrock-model.ts'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { isNamed, type Question } from './finding.ts'

/** The chosen model of Bedrock: offered in the region (or by the profile), agreed to, and open to the account. */
export function model({ bedrock }: Clients, { translator, bedrockModelId = '', region }: Config): Question {
  const what = 'Bedrock model'
  const next = `the model in Bedrock's playground, region ${region}: some providers want a form or a subscription first`
  return {
    what,
    permission: 'bedrock:GetFoundationModelAvailability and bedrock:GetInferenceProfile',
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
        // A profile's ARN does not name its model.
        if (id === undefined) return { what, state: 'ok', found: `${bedrockModelId}; its model was not looked at` }
        const asked = new GetFoundationModelAvailabilityCommand({ modelId: id })
        const { agreementAvailability, ...answer } = await bedrock.send(asked)
        const faults = [
          answer.authorizationStatus !== 'AUTHORIZED' && 'not authorized',
          answer.entitlementAvailability !== 'AVAILABLE' && 'not entitled',
          agreementAvailability?.status !== 'AVAILABLE' && `agreement ${agreementAvailability?.status}`,
          // A profile has the model run in the regions that it names.
          !isProfile && answer.regionAvailability !== 'AVAILABLE' && `not in ${region}`,
        ].filter(fault => fault !== false)
        if (faults.length === 0) return { what, state: 'ok', found: bedrockModelId }
        return { what, state: 'missing', found: `${bedrockModelId}: ${faults.join(', ')}`, next }
      } catch (error) {
        if (!isNamed(error, 'ResourceNotFoundException', 'ValidationException')) throw error
        return { what, state: 'missing', found: `Bedrock does not know ${bedrockModelId} in ${region}`, next }
      }
    },
  }
}
