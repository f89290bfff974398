import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const COMMAND = join(import.meta.dirname, '../src/command.ts')
const run = (...args: string[]) => spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' })

it('the command prints its help with --help, and when the folder is missing', () => {
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('local-aws-cdk <cdk.out>') })
  expect(run()).toMatchObject({ status: 2, stdout: expect.stringContaining('local-aws-cdk <cdk.out>') })
})
