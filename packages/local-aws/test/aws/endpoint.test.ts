import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AwsRequest, type AwsService, jsonResponse } from '../../src/aws/service.ts'
import { startCloud, type TestCloud } from '../support/endpoint.ts'

let cloud: TestCloud
let seen: AwsRequest[]
let isAllowed: boolean

/** Succeeds for every request and records it. */
const witness: AwsService = {
  accessOf: request => [{ action: `${request.service}:${request.operation}`, resource: 'arn:aws:thing' }],
  async handle(request) {
    seen.push(request)
    return jsonResponse({})
  },
}

beforeEach(async () => {
  seen = []
  isAllowed = true
  cloud = await startCloud({
    services: { dynamodb: witness, ses: witness, bedrock: witness, 'cognito-idp': witness },
    isAllowed: () => isAllowed,
  })
})
afterEach(() => cloud.close())

const key = { TableName: 'users', Key: { uid: { S: 'kim' } } }
const get = (settings = cloud.client()) => new DynamoDBClient(settings).send(new GetItemCommand(key))
const sendEmail = (settings = cloud.client()) =>
  new SESClient(settings).send(
    new SendEmailCommand({
      Source: 'a@example.com',
      Destination: { ToAddresses: ['b@example.com'] },
      Message: { Subject: { Data: '제목 + & =' }, Body: { Text: { Data: 'x' } } },
    }),
  )
const read = (settings = cloud.client()) =>
  new S3Client(settings).send(new GetObjectCommand({ Bucket: 'media-bucket', Key: 'key' }))

it('aborts the signal of a request when its client disconnects, and not before', async () => {
  let begun: (request: AwsRequest) => void = () => undefined
  const request = new Promise<AwsRequest>(resolve => {
    begun = resolve
  })
  const never: AwsService = {
    ...witness,
    handle(given) {
      begun(given)
      return new Promise(() => undefined)
    },
  }
  const slow = await startCloud({ services: { dynamodb: never }, isAllowed: () => true })
  const leave = new AbortController()
  const sent = new DynamoDBClient(slow.client()).send(new GetItemCommand(key), { abortSignal: leave.signal })
  const { signal } = await request
  expect(signal?.aborted).toBe(false)
  const gone = new Promise(resolve => signal?.addEventListener('abort', resolve))
  leave.abort()
  await expect(sent).rejects.toThrow()
  await gone
  await get()
  expect(seen[0]?.signal?.aborted).toBe(false)
  await slow.close()
})

describe('the caller of an AWS request', () => {
  it('is identified by its access key in every protocol', async () => {
    await get(cloud.client('ArchiveFunction'))
    await sendEmail(cloud.client('EmailFunction')).catch(() => {})
    // By default this client uses HTTP/2, which the local endpoint does not support.
    const { requestHandler } = new S3Client(cloud.client()).config
    await new BedrockRuntimeClient({ ...cloud.client('TranslateFunction'), requestHandler }).send(
      new ConverseCommand({ modelId: 'anthropic.claude:0', messages: [{ role: 'user', content: [{ text: '글' }] }] }),
    )
    expect(seen.map(({ service, operation, caller }) => [service, operation, caller])).toEqual([
      ['dynamodb', 'GetItem', 'ArchiveFunction'],
      ['ses', 'SendEmail', 'EmailFunction'],
      ['bedrock', '', 'TranslateFunction'],
    ])
    expect(seen[2]?.url.pathname).toBe('/model/anthropic.claude%3A0/converse')
  })

  it.each([
    [
      'an unknown key',
      { accessKeyId: 'UnknownFunction', secretAccessKey: 'x' },
      ['UnrecognizedClientException', 'InvalidClientTokenId', 'InvalidAccessKeyId'],
    ],
    [
      'a wrong secret',
      { accessKeyId: 'EmailFunction', secretAccessKey: 'guess' },
      ['InvalidSignatureException', 'SignatureDoesNotMatch', 'SignatureDoesNotMatch'],
    ],
  ] as const)('is refused with %s, with the error of each protocol', async (_, credentials, names) => {
    const settings = { ...cloud.client(), credentials }
    for (const [index, call] of [get, sendEmail, read].entries())
      await expect(call(settings)).rejects.toMatchObject({ name: names[index] })
    expect(seen).toEqual([])
  })

  it('is refused if the signature is more than 15 minutes old', async () => {
    cloud.clock.now += 15 * 60_000 + 2000
    await expect(get()).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    await expect(read()).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
  })

  it('is refused if the body differs from the signed one', async () => {
    const client = new DynamoDBClient(cloud.client())
    client.middlewareStack.add(
      next => async args => {
        const request: unknown = args.request
        if (typeof request === 'object' && request !== null && 'body' in request)
          request.body = Buffer.from('{"TableName":"other","Key":{"uid":{"S":"kim"}}}')
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await expect(client.send(new GetItemCommand(key))).rejects.toMatchObject({ name: 'InvalidSignatureException' })
  })

  it('must sign every call, except Cognito calls that a token authorizes', async () => {
    const call = (target: string) =>
      fetch(cloud.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
        body: '{}',
      })
    const refused = await call('DynamoDB_20120810.GetItem')
    expect(await refused.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
    expect((await call('AWSCognitoIdentityProviderService.RevokeToken')).status).toBe(200)
    expect(seen.map(request => [request.service, request.operation, request.caller])).toEqual([
      ['cognito-idp', 'RevokeToken', ''],
    ])
  })
})

describe('a call that the role does not allow', () => {
  beforeEach(() => {
    isAllowed = false
  })

  it('is denied with caller, action and resource, and logged', async () => {
    const sentence =
      /assumed-role\/UploadFunction\/UploadFunction is not authorized to perform: dynamodb:GetItem on resource: arn:aws:thing/
    await expect(get()).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(sentence),
    })
    expect(cloud.denials).toEqual([expect.stringMatching(sentence)])
    expect(seen).toEqual([])
  })

  it('is denied with the error of each protocol', async () => {
    await expect(sendEmail()).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
    await expect(read()).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } })
  })
})

it('an internal error of a service returns 500 and logs the cause only', async () => {
  const terminal = vi.spyOn(console, 'error').mockImplementation(() => {})
  witness.handle = async () => {
    throw new Error('out of order')
  }
  await expect(get()).rejects.toMatchObject({
    name: 'InternalServerError',
    message: expect.not.stringContaining('out of order'),
  })
  expect(terminal).toHaveBeenCalledWith(expect.stringContaining('out of order'))
  terminal.mockRestore()
})

it('an unsupported service is named in the error', async () => {
  const empty = await startCloud()
  await expect(get(empty.client())).rejects.toMatchObject({ message: expect.stringContaining('dynamodb') })
  await empty.close()
})
