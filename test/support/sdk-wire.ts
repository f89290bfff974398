import { Readable } from 'node:stream'
import type { AwsRequest, AwsService } from '#local-aws/aws/service.ts'

/** The request that the SDK hands to its transport. */
interface SdkRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** Converts a request of the SDK to the form that the local endpoint passes to a service. */
export function awsRequestOf({ method, path, headers, body = '' }: SdkRequest): AwsRequest {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method,
    url: new URL(path, 'http://127.0.0.1'),
    headers: lower,
    body: Buffer.from(typeof body === 'string' ? body : new Uint8Array(body)),
    service: '',
    operation: (lower['x-amz-target'] ?? '').split('.').at(-1) ?? '',
    caller: 'caller',
  }
}

interface Headed {
  headers: Record<string, string>
}

/** Adds the caller and the region as a signature would. */
function stated<Signed extends Headed>(request: Signed): Signed {
  const scope = 'caller/20240101/ap-northeast-2/service/aws4_request'
  request.headers.authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`
  return request
}

/**
 * Settings of an SDK client that calls the service directly, without a port. Signatures are not checked there, so none
 * is computed, which would take a tenth of a request.
 */
export function sdkSettings(service: AwsService) {
  return {
    region: 'ap-northeast-2',
    credentials: { accessKeyId: 'caller', secretAccessKey: 'secret' },
    maxAttempts: 1,
    signer: async () => ({ sign: async <Signed extends Headed>(request: Signed) => stated(request) }),
    requestHandler: {
      handle: async (request: SdkRequest) => {
        const { status, headers = {}, body = '' } = await service.handle(awsRequestOf(request))
        return { response: { statusCode: status, headers, body: Readable.from([Buffer.from(body)]) } }
      },
    },
  }
}
