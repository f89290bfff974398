import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const COMMAND = join(import.meta.dirname, '../src/command.ts')
const folder = mkdtempSync(join(tmpdir(), 'local-aws-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const run = (...args: string[]) => spawnSync(process.execPath, [COMMAND, ...args], { cwd: folder, encoding: 'utf8' })

it('the command prints its help with --help, without a folder and with a wrong port', () => {
  const stdout = expect.stringContaining('local-aws-cdk <cdk.out>')
  expect(run('--help')).toMatchObject({ status: 0, stdout })
  expect(run()).toMatchObject({ status: 2, stdout })
  expect(run('cdk.out', '--port', 'http')).toMatchObject({ status: 2, stdout })
})

it('the command reports a folder without a synthesized application', () => {
  const stderr = 'cdk.out contains no synthesized application. Run cdk synth.\n'
  expect(run('cdk.out')).toMatchObject({ status: 1, stderr })
})
