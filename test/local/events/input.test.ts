import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inputFor } from '../../../local/events/input.ts'

const event = { time: '2026-01-01T00:00:00Z', detail: { key: 'a "b"', count: 2, list: [{ id: 7 }] } }
const transformed = (InputTemplate: string, InputPathsMap: Record<string, string>) =>
  inputFor({ InputTransformer: { InputTemplate, InputPathsMap } }, event)

it('a target without an input gets the event', () => {
  expect(inputFor({}, event)).toBe(event)
})

it('a constant, and a part of the event', () => {
  expect(inputFor({ Input: '{"a":1}' }, event)).toEqual({ a: 1 })
  expect(inputFor({ InputPath: '$.detail.list[0].id' }, event)).toBe(7)
})

it('a template is filled with JSON outside of quotes and with text inside', () => {
  const paths = { key: '$.detail.key', count: '$.detail.count', list: '$.detail.list' }
  expect(transformed('{"key":<key>,"n":<count>,"all":<list>}', paths)).toEqual({
    key: 'a "b"',
    n: 2,
    all: [{ id: 7 }],
  })
  expect(transformed('"<count> times <key>"', paths)).toBe('2 times a "b"')
})

it('what the event lacks is an empty text, what is no variable stays', () => {
  expect(transformed('{"a":<gone>}', { gone: '$.detail.gone' })).toEqual({ a: '' })
  expect(transformed('"1 <other> 2"', {})).toBe('1 <other> 2')
  expect(transformed('{"e":<aws.events.event>}', {})).toEqual({ e: event })
})

it('whatever the value, the filled template is JSON that gives it back', () => {
  fc.assert(
    fc.property(fc.string(), value => {
      const target = { InputTransformer: { InputPathsMap: { v: '$.v' }, InputTemplate: '{"plain":<v>,"text":"<v>"}' } }
      expect(inputFor(target, { v: value })).toEqual({ plain: value, text: value })
    }),
  )
})
