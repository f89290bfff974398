import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { preparePython } from './python.ts'

it('a machine without Python is told what the check needs, and that nothing was checked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-python-'))
  vi.stubEnv('PATH', folder)
  expect(() => preparePython(folder)).toThrow('needs Python 3.10 or newer with venv, as python3; nothing was checked')
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})
