import { expect, it } from 'vitest'
import { shownPages } from '../../../web/archive/pages.tsx'

it.each([
  [1, 2, [1, 2]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, 9]],
  [5, 9, [1, 4, 5, 6, 9]],
  [9, 9, [1, 6, 7, 8, 9]],
  [3, 2000, [1, 2, 3, 4, 2000]],
  [99, 4, [1, 2, 3, 4]],
])('on page %i of %i the buttons are %j, never more than five', (page, pages, shown) => {
  expect(shownPages(page, pages)).toEqual(shown)
})
