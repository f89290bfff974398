import { expect, it } from 'vitest'
import { keptParts } from '../../../local/engines/kept-parts.ts'

it.each([
  ['In 1890, people rode 20.5 miles for $3, a rise of 12%.', ['1890', '20.5', '$3', '12%']],
  ['There are twenty-four hours.', []],
  ['Two wheels, fifty years, a million riders.', ['2', '50', '100만']],
  ['Mr. Smith met Karl von Drais in New York.', ['Smith', 'Karl', 'Drais', 'New York']],
  ["I think I'm at NASA, and NASA knows Kennedy's plan.", ['NASA', 'Kennedy']],
  ['Nothing to keep here.', []],
])('what must stay of "%s"', (text, parts) => {
  expect(keptParts(text)).toEqual(parts)
})
