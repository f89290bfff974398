import { expect, it } from 'vitest'
import { findings } from '../support/findings.ts'

it('the application with first-try settings violates no CDK or AWS rule that is not acknowledged', () => {
  expect(findings({})).toEqual([])
})
