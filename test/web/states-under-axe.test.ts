import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Names of the states that browser tests pass to `checkScreen`: axe in light, dark and narrow, and no horizontal
 * scrolling.
 */
const states = [
  ...new Set(
    globSync('test/browser/*.test.ts', { cwd: ROOT })
      .flatMap(file => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/checkScreen\(\w+, ['`]([\w-]+)['`]\)/g)])
      .map(([, name = '']) => name),
  ),
].sort()

it('more than seventy states of the page are checked with axe', () => {
  console.log(`${states.length} states under axe: ${states.join(', ')}`)
  expect(states.length).toBeGreaterThan(70)
})
