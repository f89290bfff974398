import { expect, it } from 'vitest'
import { seriesName } from '../../../../web/upload/group/series-name.ts'

it.each([
  [['자료구조 1강.mp4', '자료구조 2강.mp4'], '자료구조'],
  [['lecture_01.mp4', 'lecture_02.mp4', 'lecture_10.mp4'], 'lecture'],
  [['Week 1 (intro).mp4', 'Week 1 (lab).srt'], 'Week'],
  [['가을.mp4', '봄.mp4'], '가을'],
  [['1.mp4', '2.mp4'], '1'],
  [['자료구조.mp4'], '자료구조'],
])('a series of %j is named %s', (names, name) => {
  expect(seriesName(names)).toBe(name)
})
