import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { parseEnv } from 'node:util'
import { startCloud } from '../../local/cloud.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'

/**
 * The whole application in a separate process that tests kill: `node killable-cloud.ts {assembly} {folder} {stage?}`.
 * Reports its address to the parent. The parent names the stage at which work hangs (`Held`) and receives `hung` when
 * work reaches it.
 */
const [assembly = '', folder = '', first = ''] = process.argv.slice(2)
const engines = recordedEngines('hello')
let held = first

/** Never resolves while the stage is held. */
function pass<Result>(stage: string, work: () => Promise<Result>): Promise<Result> {
  if (held !== stage) return work()
  process.send?.(`hung ${stage}`)
  return new Promise(() => {})
}

const cloud = await startCloud({
  assembly,
  folder,
  port: 0,
  env: parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')),
  engines: {
    speech: { transcribe: file => pass('listening', () => engines.speech.transcribe(file)) },
    translation: { translate: (...texts) => pass('translating', () => engines.translation.translate(...texts)) },
  },
  quiet: true,
  schedules: false,
  waitScale: 0.02,
})

const { s3, ses } = cloud.services
const [store, send] = [s3.handle, ses.handle]
// Only one of a subtitle's files hangs; the others are stored.
s3.handle = (req, ...rest) => {
  const isStored = req.method === 'PUT' && /\/srts\/.*\.vtt/.test(req.url ?? '')
  return isStored ? pass('writing', () => store(req, ...rest)) : store(req, ...rest)
}
ses.handle = request => pass('telling', () => send(request))

process.on('message', stage => {
  held = String(stage)
  cloud.setRuleEnabled('WorkflowUploaded', held !== 'uploaded')
  process.send?.('held')
})
// The parent is gone.
process.on('disconnect', () => process.exit(1))
process.send?.({ siteUrl: cloud.siteUrl })
// A killed process would keep what it compiled to itself.
flushCompileCache()
