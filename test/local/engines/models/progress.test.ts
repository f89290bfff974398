import { expect, it } from 'vitest'
import { createProgress } from '../../../../local/engines/models/progress.ts'

it('tells megabytes and percent, once for every five percent, whatever the size of the steps', () => {
  const lines: string[] = []
  const progress = createProgress('음성 인식 모델', 661_190_513, line => lines.push(line))
  for (let bytes = 0; bytes <= 661_190_513; bytes += 65_536) progress.at(bytes)
  progress.at(661_190_513)
  progress.at(661_190_513)
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe('음성 인식 모델을 받고 있어요: 0.0/661 MB (0%)')
  expect(lines[4]).toBe('음성 인식 모델을 받고 있어요: 132/661 MB (20%)')
  expect(lines.at(-1)).toBe('음성 인식 모델을 받고 있어요: 661/661 MB (100%)')
})
