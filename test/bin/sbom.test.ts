import { expect, it } from 'vitest'
import { licenceList, readBill } from '../../bin/sbom/licences.ts'

const bill = JSON.stringify({
  components: [
    { name: 'b', version: '1.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'a', version: '2.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'c', version: '1.0.0', licenses: [{ expression: '(MIT OR GPL-3.0-or-later)' }] },
    { name: 'd', version: '1.0.0', licenses: [{ license: { id: 'AGPL-3.0-only' } }] },
    { name: 'e', version: '1.0.0' },
  ],
})

it('the list of licences names every package and marks those that need review', () => {
  const { text, unknown } = licenceList(readBill(bill))
  expect(text).toContain('MIT (2)\n  a@2.0.0\n  b@1.0.0')
  expect(unknown).toEqual(['d@1.0.0 (AGPL-3.0-only)', 'e@1.0.0 (none stated)'])
})
