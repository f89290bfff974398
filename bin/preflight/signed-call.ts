import { Sha256 } from '@aws-crypto/sha256-js'
import type { STSClient } from '@aws-sdk/client-sts'
import { SignatureV4 } from '@smithy/signature-v4'

export interface SignedCall {
  service: string
  region: string
  endpoint: string
  /** The header `x-amz-target`. */
  target: string
  version: '1.0' | '1.1'
  body: object
}

/**
 * Calls an operation of AWS's JSON protocol, with the credentials of `sts`. For single operations that do not justify a client
 * package.
 * @throws an error named by the service's code, as with the SDK
 */
export async function signedCall(sts: STSClient, call: SignedCall): Promise<unknown> {
  const { hostname, port, protocol, host } = new URL(call.endpoint)
  const body = JSON.stringify(call.body)
  const signer = new SignatureV4({
    service: call.service,
    region: call.region,
    credentials: await sts.config.credentials(),
    sha256: Sha256,
  })
  const signed = await signer.sign({
    method: 'POST',
    protocol,
    hostname,
    port: port ? Number(port) : undefined,
    path: '/',
    query: {},
    headers: { host, 'content-type': `application/x-amz-json-${call.version}`, 'x-amz-target': call.target },
    body,
  })
  const answer = await fetch(call.endpoint, { method: 'POST', headers: signed.headers, body })
  const answered: unknown = await answer.json()
  if (answer.ok) return answered
  throw new RefusedError(answered)
}

/** The service refused; the name is the error code, as with the SDK. */
class RefusedError extends Error {
  constructor(body: unknown) {
    const text = (key: string) =>
      typeof body === 'object' && body !== null ? String(new Map(Object.entries(body)).get(key) ?? '') : ''
    super(text('message') || text('Message'))
    this.name = text('__type').split('#').at(-1) || 'UnknownError'
  }
}
