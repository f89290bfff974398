import { randomFrom } from '../../../packages/subtitle-engine/test/support/speech.ts'

/** Pseudo-random numbers, reproducible from a seed so that a failing case can be run again. */
export interface Chance {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number
  happens(probability: number): boolean
  pick<Thing>(things: readonly Thing[]): Thing
  /** A shuffled copy. */
  shuffled<Thing>(things: readonly Thing[]): Thing[]
  /** An independent generator for one part, so that its draws do not shift those of another. */
  of(part: string): Chance
}

/** Seeds a generator. */
export function chanceOf(seed: number): Chance {
  const next = randomFrom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    happens: probability => next() < probability,
    pick(things) {
      const thing = things[below(things.length)]
      if (thing === undefined) throw new Error('there is nothing to pick from')
      return thing
    },
    shuffled: things =>
      things
        .map(thing => ({ thing, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ thing }) => thing),
    of: part => chanceOf([...part].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  }
}
