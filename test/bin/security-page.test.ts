import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

it('every file that the page about security names exists', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const named = [...page.matchAll(/`((?:test|lambdas|lib|bin|docs)\/[\w./-]*)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
})
