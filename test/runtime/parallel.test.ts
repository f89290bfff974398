import { expect, it } from 'vitest'
import { inParallel } from '../../lambdas/runtime/parallel.ts'

async function* numbers(count: number) {
  for (let n = 0; n < count; n += 1) yield n
}

it('every item is processed once, never more than the limit at a time', async () => {
  const done: number[] = []
  let running = 0
  let most = 0
  await inParallel(numbers(25), 4, async n => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setTimeout(resolve, n % 3))
    running -= 1
    done.push(n)
  })
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n))
  expect(most).toBe(4)
})

it('an item that takes long does not hold up the others', async () => {
  const long = Promise.withResolvers<void>()
  const done: number[] = []
  await inParallel(numbers(10), 3, async n => {
    if (n === 0) await long.promise
    done.push(n)
    if (n === 9) long.resolve()
  })
  expect(done.at(-1)).toBe(0)
})

it('after a failure nothing new starts, and the error is thrown once the running work has ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = inParallel([1, 2, 3, 4, 5, 6], 2, async n => {
    begun.push(n)
    if (n === 2) throw new Error('second')
    await new Promise(resolve => setImmediate(resolve))
    ended.push(n)
  })
  await expect(work).rejects.toThrow('second')
  expect(begun.length).toBeLessThan(6)
  expect(ended).toEqual(begun.filter(n => n !== 2))
})
