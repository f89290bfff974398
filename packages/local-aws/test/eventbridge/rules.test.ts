import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { compilePattern, parseInterval, readRules, UnknownRuleError } from '../../src/eventbridge/rules.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { loadWritten } from '../support/written-assembly.ts'

const event = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { bucket: { name: 'media' }, object: { key: 'videos/a.mp4' }, tags: ['x', 'y'] },
}

it.each([
  [{ source: ['aws.s3'] }, true],
  [{ source: ['aws.ec2', 'aws.s3'] }, true],
  [{ source: ['aws.ec2'] }, false],
  [{ source: ['aws.s3'], detail: { bucket: { name: ['other'] } } }, false],
  [{ detail: { object: { key: [{ prefix: 'videos/' }] } } }, true],
  [{ detail: { object: { key: [{ prefix: 'work/' }] } } }, false],
  [{ detail: { tags: ['y'] } }, true],
  [{ detail: { missing: ['y'] } }, false],
])('the pattern %j matches the event: %s', (pattern, expected) => {
  expect(compilePattern(pattern)(event)).toBe(expected)
})

it.each([
  [{ source: [{ suffix: '.s3' }] }, 'source'],
  [{ detail: { size: [{ numeric: ['>', 0] }] } }, 'numeric'],
  [{ $or: [{ source: ['a'] }, { source: ['b'] }] }, '$or'],
])('the unsupported filter in %j is refused by name', (pattern, named) => {
  expect(() => compilePattern(pattern)).toThrow(UnknownRuleError)
  expect(() => compilePattern(pattern)).toThrow(named)
})

it.each([
  ['rate(5 minutes)', 300_000],
  ['rate(1 hour)', 3_600_000],
  ['rate(1 day)', 86_400_000],
])('the schedule %s runs every %d milliseconds', (expression, expected) => {
  expect(parseInterval(expression)).toBe(expected)
})

it.each(['rate(0 minutes)', 'rate(5 weeks)', 'rate(25 days)', 'cron(0 3 * * ? *)'])(
  'the unsupported schedule %s is refused by name',
  expression => {
    expect(() => parseInterval(expression)).toThrow(expression)
  },
)

it.each(['Input', 'InputTransformer', 'DeadLetterConfig'])(
  'a target with the unsupported property %s is refused by name',
  async property => {
    const Properties = { EventPattern: { source: ['a'] }, Targets: [{ Id: 'T', Arn: 'arn:a', [property]: {} }] }
    const assembly = await loadWritten({ App: { Resources: { R: { Type: 'AWS::Events::Rule', Properties } } } })
    await rm(assembly.folder, { recursive: true, force: true })
    expect(() => readRules(assembly, createResolver(assembly))).toThrow(`Unrecognized key: "${property}"`)
  },
)
