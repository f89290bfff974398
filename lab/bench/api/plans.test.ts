import { expect, it } from 'vitest'
import { ROUTES } from '../../../lambdas/contract/routes.ts'
import { routePlans } from './plans.ts'

it('the API bench calls every route once', () => {
  const called = routePlans().map(({ name }) => name)
  expect(called.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})
