import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalError } from '#local-aws/machine/terminal.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')

/**
 * The interpreter of a virtual environment with exactly the packages of `requirements.txt`, created on the first call.
 * @throws LocalError without Python 3.10 or newer
 */
export function preparePython(folder: string): string {
  const digest = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)
  const environment = join(folder, digest)
  const python = join(environment, 'bin/python')
  const done = join(environment, 'bin/cfn-lint')
  if (existsSync(done)) return python
  const { status } = spawnSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'])
  if (status !== 0)
    throw new LocalError(
      'NO_PYTHON',
      'This check needs Python 3.10 or newer with venv, as python3; nothing was checked.',
    )
  console.log(`Installing cfn-lint and moto into ${environment}, once.`)
  execFileSync('python3', ['-m', 'venv', environment])
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS], {
    stdio: 'inherit',
  })
  return python
}
