import { expect, it } from 'vitest'
import { measureWidth, textTable } from '../../bin/ops/text-table.ts'

const columns = [
  { heading: '이름', cell: ({ name }: { name: string; tokens: number }) => name },
  { heading: '토큰', cell: ({ tokens }: { name: string; tokens: number }) => tokens },
]

it('columns are aligned with Korean text, and numbers are right-aligned', () => {
  const lines = textTable(columns, [
    { name: '김민지', tokens: 1200 },
    { name: 'Lee', tokens: 5 },
  ]).split('\n')
  expect(lines).toEqual(['이름     토큰', '------  -----', '김민지  1,200', 'Lee         5'])
  expect(new Set(lines.map(measureWidth)).size).toBe(1)
})

it('an empty list is shown as None.', () => {
  expect(textTable(columns, [])).toBe('None.')
})

it('a title cannot move the cursor, change the text direction or fill the screen', () => {
  const [, , line = ''] = textTable(columns, [{ name: `\u001b[2J\u202egpm.${'a'.repeat(200)}`, tokens: 1 }]).split('\n')
  for (const sign of ['\u001b', '\u202e']) expect(line).not.toContain(sign)
  expect(measureWidth(line)).toBeLessThan(80)
})
