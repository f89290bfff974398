import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
/** moto answers one request at a time. */
const PATIENCE_MS = '600000'
/** Each worker of the tests has a moto of its own. */
const WORKERS = 2
/** Every test that reaches this file opens its tables there; stories run on the local cloud instead. */
const TABLES = 'test/support/tables.ts'
const PROJECTS = ['--project', 'quick', '--project', 'slow']

/** Runs every test of the data layer against moto's DynamoDB in place of the local one. Returns whether all pass. */
export async function runDataTests(python: string): Promise<boolean> {
  const servers = Array.from({ length: WORKERS }, () =>
    spawn(python, [join(import.meta.dirname, 'moto_server.py')], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  try {
    const ports = await Promise.all(servers.map(({ stdout }) => firstLine(stdout)))
    const env = { ...process.env, DYNAMODB_URLS: ports.map(port => `http://127.0.0.1:${port}`).join(' ') }
    const options = ['--reporter', 'dot', '--testTimeout', PATIENCE_MS, '--hookTimeout', PATIENCE_MS]
    const limits = ['--maxWorkers', String(WORKERS), ...options]
    const { status } = spawnSync(process.execPath, [VITEST, 'related', '--run', ...PROJECTS, ...limits, TABLES], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    return status === 0
  } finally {
    for (const server of servers) server.kill()
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stream)) return line
  throw new Error('moto ended before it listened')
}
