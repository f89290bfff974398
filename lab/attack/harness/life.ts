import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { signInOverHttp } from '#local-aws/cognito/sign-in-flow.ts'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import type { Cloud } from '../../../local/cloud/options.ts'
import { type Shopper, shopperAt } from '../../../test/local/toss/shopper.ts'
import { emailList, type Order, ready, reply, type Settings } from './victim-orders.ts'

/** The service in its own process, from start to exit or kill. */
export interface Life extends Pick<Cloud, 'siteUrl' | 'awsUrl' | 'signIn'> {
  tables: Tables
  tableNames: NonNullable<Settings['tables']>
  shopper: Shopper
  /** Resolves once the process has ended, for whatever reason. */
  ended: Promise<void>
  isOver(): boolean
  runRule(name: string): Promise<void>
  emails(): Promise<z.infer<typeof emailList>>
  /** Number of running executions. */
  running(): Promise<number>
  /** Keys of all objects in the bucket. */
  objects(): Promise<string[]>
  stop(): Promise<void>
  kill(): Promise<void>
}

type Asked = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never

/** Starts the service. Rejects if the process ends before it is ready. */
export async function startLife(settings: Settings): Promise<Life | undefined> {
  const child = fork(join(import.meta.dirname, 'victim.ts'), [JSON.stringify(settings)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(settings.control, 'compiled') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(why: Error): void }>()
  const begun = new Promise<unknown>((resolve, reject) => {
    child.on('message', message => {
      const answer = reply.safeParse(message)
      if (!answer.success) return resolve(message)
      const { id, value, error } = answer.data
      if (error === undefined) waiting.get(id)?.resolve(value)
      else waiting.get(id)?.reject(new Error(error))
      waiting.delete(id)
    })
    child.once('exit', code => {
      reject(new LifeEnded())
      for (const { reject: refuse } of waiting.values()) refuse(new LifeEnded())
      if (code !== null && code !== 0) console.error(`the service ended with ${code}`)
    })
  })
  let told: z.infer<typeof ready>
  try {
    told = ready.parse(await begun)
  } catch (error) {
    if (error instanceof LifeEnded) return undefined
    throw error
  }
  const life = lifeOf(child, told, waiting)
  const doors = await outside(told).catch(() => undefined)
  if (doors) return { ...life, ended, ...doors }
  // The process died while its ports were being checked.
  await life.kill()
  return undefined
}

/** The process ended before it replied. */
class LifeEnded extends Error {}

type Waiting = Map<number, { resolve(value: unknown): void; reject(why: Error): void }>

function lifeOf(child: ChildProcess, told: z.infer<typeof ready>, waiting: Waiting) {
  let count = 0
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const ask = (asked: Asked): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isOver() || !child.connected) return reject(new LifeEnded())
      count += 1
      waiting.set(count, { resolve, reject })
      child.send({ ...asked, id: count }, error => error && reject(new LifeEnded()))
    })
  const { siteUrl, awsUrl, clientSettings, tables: tableNames } = told
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...clientSettings, maxAttempts: 1 }))
  return {
    siteUrl,
    awsUrl,
    tableNames,
    tables: { client, ...tableNames },
    isOver,
    runRule: async (name: string) => void (await ask({ order: 'rule', name })),
    emails: async () => emailList.parse(await ask({ order: 'emails' })),
    running: async () => z.int().parse(await ask({ order: 'running' })),
    objects: async () => z.array(z.string()).parse(await ask({ order: 'objects' })),
    async stop() {
      const gone = once(child, 'exit')
      await ask({ order: 'stop' })
      // Node writes its compile cache on exit, so the folder can be deleted only after that.
      await gone
      client.destroy()
    },
    async kill() {
      if (isOver()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Checks that the hosted sign-in and the payment window respond. */
async function outside({ siteUrl, awsUrl }: z.infer<typeof ready>): Promise<Pick<Life, 'signIn' | 'shopper'>> {
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', siteUrl))).json())
  const { signInDomain: issuer, userPoolClientId: clientId } = config
  const page = { issuer, clientId, callbackUrl: `${siteUrl}/signed-in`, scopes: ['openid', 'email', 'profile'] }
  return {
    signIn: person => signInOverHttp(page, person),
    shopper: shopperAt(`${awsUrl}/toss`, config.tossClientKey),
  }
}
