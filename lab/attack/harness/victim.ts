import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createDynamoDb } from '#local-aws/storage/dynamodb/index.ts'
import { mapTables } from '../../../lambdas/contract/tables.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import { startCloud } from '../../../local/cloud.ts'
import { exampleSettings } from '../../../test/support/example-settings.ts'
import { sdkSettings } from '../../../test/support/sdk-wire.ts'
import { chanceOf } from './chance.ts'
import { passTime } from './pass-time.ts'
import { knowingEngines, readVideos } from './service.ts'
import { order, type Report, settings } from './victim-orders.ts'

/**
 * Runs the altered application in its own process, to be killed: `node victim.ts {settings as JSON}`. It takes requests
 * from its parent and can kill itself around an email, with closer timing than a parent could.
 */
const {
  assembly,
  folder,
  port,
  control,
  tables: names,
  passedMs,
  seed,
  doom,
} = settings.parse(JSON.parse(process.argv[2] ?? ''))
const chance = chanceOf(seed)
const tell = (report: Report): void => void process.send?.(report)
const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Lets time pass between two processes, when nothing writes. */
async function passBetweenLives(): Promise<void> {
  if (!names || passedMs === 0) return
  const database = await createDynamoDb({ folder: join(folder, 'dynamodb') })
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(sdkSettings(database)))
  const tables: Tables = { client, ...names }
  await passTime(tables, passedMs)
  client.destroy()
  await database.close()
}

await passBetweenLives()
const videos = await readVideos()
const cloud = await startCloud({
  assembly,
  folder,
  port,
  env: exampleSettings(),
  engines: await knowingEngines(videos),
  quiet: true,
  schedules: false,
  waitScale: 0.02,
})

/**
 * Kills the process around one of the next emails, up to some milliseconds after the call to SES, or at a random time.
 */
if (doom) {
  const { ses } = cloud.services
  const send = ses.handle
  const from = Date.now() + doom.afterMs
  let left = chance.below(doom.emails)
  ses.handle = async request => {
    if (Date.now() < from) return send(request)
    left -= 1
    if (left !== -1) return send(request)
    const subject = new URLSearchParams(request.body.toString()).get('Message.Subject.Data') ?? ''
    appendFileSync(join(control, 'deaths'), `${subject.split(':')[0]}\n`)
    if (chance.happens(0.2)) die()
    setTimeout(die, chance.next() * doom.withinMs)
    return send(request)
  }
  const spared = doom.atLatestMs - doom.afterMs
  setTimeout(
    () => {
      appendFileSync(join(control, 'deaths'), 'any time\n')
      die()
    },
    doom.afterMs + spared * chance.next(),
  )
}

process.on('message', message => {
  const wanted = order.parse(message)
  const { id } = wanted
  const done = (value: unknown = null): void => tell({ id, value })
  const failed = (error: unknown): void => tell({ id, error: String(error) })
  if (wanted.order === 'rule') cloud.runRule(wanted.name).then(() => done(), failed)
  if (wanted.order === 'emails') done(cloud.emails().map(({ to, subject, text }) => ({ to, subject, text })))
  if (wanted.order === 'running') done(cloud.executions().filter(({ status }) => status === 'RUNNING').length)
  if (wanted.order === 'objects') done(cloud.services.s3.keys(cloud.physicalName('Media'), ''))
  if (wanted.order === 'stop')
    cloud.stop().then(() => {
      done()
      process.disconnect()
      process.exit(0)
    }, failed)
})
// The parent has ended.
process.on('disconnect', () => process.exit(1))

tell({
  siteUrl: cloud.siteUrl,
  awsUrl: cloud.awsUrl,
  clientSettings: cloud.clientSettings,
  tables: mapTables(({ id }) => cloud.physicalName(`Tables${id}`)),
})
