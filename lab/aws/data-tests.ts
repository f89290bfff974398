import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
/** moto answers one request at a time, and all tests share it. */
const PATIENCE_MS = '600000'
/** Tests of the operator's tool read the tables of the running local cloud. */
const LEFT_OUT = /^test\/(?:journey|browser|ops)\//

/** Runs every test of the data layer against moto's DynamoDB in place of the local one. Returns whether all pass. */
export async function runDataTests(python: string): Promise<boolean> {
  const server = spawn(python, [join(import.meta.dirname, 'moto_server.py')], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await firstLine(server.stdout)
    const env = { ...process.env, DYNAMODB_URL: `http://127.0.0.1:${port}` }
    const options = ['--reporter', 'dot', '--testTimeout', PATIENCE_MS, '--hookTimeout', PATIENCE_MS]
    const { status } = spawnSync(process.execPath, [VITEST, 'run', ...options, ...dataTests()], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    return status === 0
  } finally {
    server.kill()
  }
}

function dataTests(): string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map(name => `test/${name}`)
    .filter(name => name.endsWith('.test.ts') && !LEFT_OUT.test(name))
    .filter(name => readFileSync(join(ROOT, name), 'utf8').includes('/support/tables.ts'))
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<[string]> {
  for await (const line of createInterface(stream)) return [line]
  throw new Error('moto ended before it listened')
}
