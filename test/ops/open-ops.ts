import { SFNClient } from '@aws-sdk/client-sfn'
import type { Context } from '../../bin/ops/context.ts'
import { runOps } from '../../bin/ops/run.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { NOW } from '../support/users.ts'

export interface OpenOps {
  test: TestTables
  /** Runs a command line of `npm run ops --`. */
  ops(...words: string[]): Promise<{ code: number; out: string; error: string }>
  /** The same with `--json`, parsed. */
  json(...words: string[]): Promise<unknown>
}

/** The operator's commands on the local database; other services are unreachable. */
export async function openOps(): Promise<OpenOps> {
  const test = await openTables()
  const client = { region: 'ap-northeast-2', endpoint: 'http://127.0.0.1:9', maxAttempts: 1 }
  const sfn = new SFNClient(client)
  const context: Context = {
    tables: test.tables,
    machine: { client: sfn, arn: 'arn:aws:states:ap-northeast-2:000000000000:stateMachine:main' },
    closing: { client: sfn, arn: 'arn:aws:states:ap-northeast-2:000000000000:stateMachine:closing' },
    sendEmail: () => Promise.reject(new Error('unreachable')),
    siteUrl: 'https://jamak.example',
    operatorEmail: 'operator@jamak.example',
    now: () => NOW,
  }
  const ops: OpenOps['ops'] = async (...words) => {
    const said = { out: '', error: '' }
    const code = await runOps(words, async () => context, {
      out: text => {
        said.out += `${text}\n`
      },
      error: text => {
        said.error += `${text}\n`
      },
    })
    return { code, ...said }
  }
  return { test, ops, json: async (...words) => JSON.parse((await ops(...words, '--json')).out) }
}
