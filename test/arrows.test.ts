import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const STAGES = [
  ...['account', 'submission', 'source', 'closing', 'transcription', 'translation'],
  ...['delivery', 'mail', 'archive', 'payment'],
]

/** Rooms that a room may import, besides itself; the arrows of docs/architecture.md. */
const ALLOWED: Record<string, string[]> = {
  'lambdas/contract': [],
  'lambdas/runtime': ['lambdas/contract'],
  'lambdas/subtitle': [],
  'lambdas/records': ['lambdas/contract', 'lambdas/runtime'],
  ...Object.fromEntries(
    STAGES.map(stage => [
      `lambdas/${stage}`,
      ['lambdas/contract', 'lambdas/runtime', 'lambdas/records', 'lambdas/subtitle'],
    ]),
  ),
  lib: ['lambdas/contract', 'lambdas/runtime/environment', 'lambdas/records/tables'],
  local: ['lambdas/contract'],
  web: ['lambdas/contract'],
}

const files = globSync('{lambdas,lib,local,web}/**/*.{ts,tsx}', { cwd: ROOT })
const roomOf = (file: string) =>
  file.startsWith('lambdas/') ? file.split('/').slice(0, 2).join('/') : (file.split('/')[0] ?? '')

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)].map(
    match => match[1] ?? '',
  )
  return specifiers.map(specifier => relative(ROOT, join(ROOT, dirname(file), specifier)))
}

describe('the arrows between rooms point only down', () => {
  for (const [room, allowed] of Object.entries(ALLOWED)) {
    it(`${room} imports only ${allowed.join(', ') || 'itself'}`, () => {
      const strays = files
        .filter(file => roomOf(file) === room)
        .flatMap(file => importsOf(file).map(target => ({ file, target })))
        .filter(({ target }) => roomOf(target) !== room && !allowed.some(prefix => target.startsWith(prefix)))
      expect(strays).toEqual([])
    })
  }

  it('every room of the tree is held by an arrow', () => {
    expect([...new Set(files.map(roomOf))].filter(room => !(room in ALLOWED))).toEqual([])
  })
})
