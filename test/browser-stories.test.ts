import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A page that is read once, by an assertion: on a busy machine it may show the state before. */
const READ_ONCE =
  /expect\(await [^\n]*\.(?:isVisible|isHidden|isChecked|isEnabled|isDisabled|count|textContent|innerText|inputValue|getAttribute|allTextContents|allInnerTexts|boundingBox|title|evaluate)\(/g

it.each(globSync('test/{browser,nightly}/*.test.ts'))('%s polls for what the page shows', file => {
  expect(readFileSync(file, 'utf8').match(READ_ONCE) ?? []).toEqual([])
})
