import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildWeb } from '../../web/build/build.ts'
import { builtPage } from '../support/built-page.ts'

it('the page is byte for byte the same when built again', async () => {
  const folder = await builtPage()
  // Files are named by their content.
  const names = () => globSync('**/*', { cwd: folder }).sort()
  const before = names()
  await buildWeb(folder)
  expect(names()).toEqual(before)
})
