import { type BedrockClient, GetFoundationModelCommand } from '@aws-sdk/client-bedrock'
import { isNamed } from './finding.ts'

/** Where a model is in its life, in words for the table. */
export interface Lifecycle {
  words: string
  state: 'active' | 'legacy' | 'ended' | 'unknown'
}

/**
 * The lifecycle that Bedrock reports for a model. A model that runs here through a profile only may not be described in
 * this region; AWS does not say.
 */
export async function readLifecycle(
  client: BedrockClient,
  model: string,
  region: string,
  now: number,
): Promise<Lifecycle> {
  const unknown: Lifecycle = { words: `lifecycle not reported in ${region}`, state: 'unknown' }
  try {
    const { modelDetails } = await client.send(new GetFoundationModelCommand({ modelIdentifier: model }))
    const { status, endOfLifeTime } = modelDetails?.modelLifecycle ?? {}
    if (!status) return unknown
    const words = status.toLowerCase()
    if (!endOfLifeTime) return { words, state: status === 'ACTIVE' ? 'active' : 'legacy' }
    const day = endOfLifeTime.toISOString().slice(0, 10)
    if (endOfLifeTime.getTime() <= now) return { words: `${words}, ended on ${day}`, state: 'ended' }
    return { words: `${words}, ends on ${day}`, state: status === 'ACTIVE' ? 'active' : 'legacy' }
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException', 'ValidationException')) return unknown
    throw error
  }
}
