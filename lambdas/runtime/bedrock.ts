import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'

export { ConverseCommand } from '@aws-sdk/client-bedrock-runtime'

/**
 * A client that aborts a request without a response after `answerMs`. It never retries: the SDK's retries inside each
 * of ours would outlast the step. It speaks HTTP/1.1, which every server supports, instead of the SDK's HTTP/2.
 */
export function bedrockClient(answerMs: number): BedrockRuntimeClient {
  const requestHandler = new NodeHttpHandler({ requestTimeout: answerMs, throwOnRequestTimeout: true })
  return new BedrockRuntimeClient({ maxAttempts: 1, requestHandler })
}
