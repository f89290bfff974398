import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
/** moto answers one request at a time, and all tests share it. */
const PATIENCE_MS = '600000'
/** Every test that reaches this file opens its tables there; stories run on the local cloud instead. */
const TABLES = 'test/support/tables.ts'
const PROJECTS = ['--project', 'quick', '--project', 'slow']

/** Runs every test of the data layer against moto's DynamoDB in place of the local one. Returns whether all pass. */
export async function runDataTests(python: string): Promise<boolean> {
  const server = spawn(python, [join(import.meta.dirname, 'moto_server.py')], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await firstLine(server.stdout)
    const env = { ...process.env, DYNAMODB_URL: `http://127.0.0.1:${port}` }
    const options = ['--reporter', 'dot', '--testTimeout', PATIENCE_MS, '--hookTimeout', PATIENCE_MS]
    const { status } = spawnSync(process.execPath, [VITEST, 'related', '--run', ...PROJECTS, ...options, TABLES], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    return status === 0
  } finally {
    server.kill()
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<[string]> {
  for await (const line of createInterface(stream)) return [line]
  throw new Error('moto ended before it listened')
}
