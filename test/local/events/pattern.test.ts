import { expect, it } from 'vitest'
import { compilePattern } from '../../../local/events/pattern.ts'

const event = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { bucket: { name: 'media' }, object: { key: 'videos/a.mp4', size: 12 }, tags: ['x', 'y'] },
}

it.each([
  [{ source: ['aws.s3'] }, true],
  [{ source: ['aws.ec2', 'aws.s3'] }, true],
  [{ source: ['aws.ec2'] }, false],
  [{ source: ['aws.s3'], detail: { bucket: { name: ['other'] } } }, false],
  [{ detail: { object: { key: [{ prefix: 'videos/' }] } } }, true],
  [{ detail: { object: { key: [{ prefix: 'work/' }] } } }, false],
  [{ detail: { object: { key: [{ suffix: '.mp4' }] } } }, true],
  [{ detail: { object: { key: [{ wildcard: 'videos/*.mp4' }] } } }, true],
  [{ detail: { object: { key: [{ wildcard: 'videos/*.mov' }] } } }, false],
  [{ detail: { object: { size: [{ numeric: ['>', 0, '<=', 12] }] } } }, true],
  [{ detail: { object: { size: [{ numeric: ['>', 12] }] } } }, false],
  [{ detail: { reason: [{ exists: false }] } }, true],
  [{ detail: { object: [{ exists: true }] } }, true],
  [{ source: [{ 'anything-but': 'aws.s3' }] }, false],
  [{ source: [{ 'anything-but': ['aws.ec2'] }] }, true],
  [{ detail: { object: { key: [{ 'anything-but': { prefix: 'videos/' } }] } } }, false],
  [{ 'detail-type': [{ 'equals-ignore-case': 'OBJECT created' }] }, true],
  [{ detail: { tags: ['y'] } }, true],
  [{ $or: [{ source: ['aws.ec2'] }, { detail: { bucket: { name: ['media'] } } }] }, true],
])('%j takes the event: %s', (pattern, expected) => {
  expect(compilePattern(pattern)(event)).toBe(expected)
})

it('a filter that is not known is refused rather than passed over', () => {
  expect(() => compilePattern({ source: [{ cidr: '10.0.0.0/8' }] })).toThrow()
})
