import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { AwsRequest } from '#local-aws/aws/service.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import { median } from '../isolated.ts'
import type { Sender, Shot } from './load.ts'

/** Where the milliseconds of a single request go. */
export interface Breakdown {
  /** HTTP, the gateway, and the messages to the function's thread and back. */
  gatewayAndThread: number
  authorizer: number
  /** Verifying signatures and permissions of the function's AWS calls. */
  signatureAndPermissions: number
  database: number
  /** The handler, the SDK and its requests to the endpoint. */
  handlerAndSdk: number
  total: number
}

const MS = 1500

const message = z.looseObject({
  request: z.custom<IncomingMessage>(value => typeof value === 'object' && value !== null && 'headers' in value),
})

/** Measures the parts of a signed-in user's request, each as a median, or as a mean over all requests of a load. */
export async function breakDown(
  cloud: Cloud,
  sender: Sender,
  reference: { open: Shot; guarded: Shot },
  shot: Shot,
): Promise<Breakdown> {
  const alone = async (one: Shot) => sender.send({ shots: [one], atOnce: 1, once: false, ms: MS })
  const open = median((await alone(reference.open)).waits)
  const guarded = median((await alone(reference.guarded)).waits)

  let databaseMs = 0
  let endpointMs = 0
  const { dynamoDb } = cloud.services
  const ask = dynamoDb.handle
  dynamoDb.handle = async (request: AwsRequest) => {
    const began = performance.now()
    const answer = await ask.call(dynamoDb, request)
    databaseMs += performance.now() - began
    return answer
  }
  const begun = new WeakMap<IncomingMessage, number>()
  const onStart = (event: unknown): void => void begun.set(message.parse(event).request, performance.now())
  const onFinish = (event: unknown): void => {
    const { request } = message.parse(event)
    if (request.headers['x-amz-target']) endpointMs += performance.now() - (begun.get(request) ?? Number.NaN)
  }
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  const { waits } = await alone(shot)
  unsubscribe('http.server.request.start', onStart)
  unsubscribe('http.server.response.finish', onFinish)
  dynamoDb.handle = ask

  const total = median(waits)
  const database = databaseMs / waits.length
  const signatureAndPermissions = endpointMs / waits.length - database
  const rest = total - guarded - database - signatureAndPermissions
  return {
    gatewayAndThread: open,
    authorizer: Math.max(0, guarded - open),
    signatureAndPermissions,
    database,
    handlerAndSdk: Math.max(0, rest),
    total,
  }
}
