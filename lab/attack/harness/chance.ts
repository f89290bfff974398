/** Numbers that look random and are the same for the same seed, so that a failing case can be run again. */
export interface Chance {
  /** A number from 0 up to 1. */
  next(): number
  /** A whole number from 0 up to below the limit. */
  below(limit: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<Thing>(things: readonly Thing[]): Thing
  /** The things in another order. */
  shuffled<Thing>(things: readonly Thing[]): Thing[]
  /** Chance of its own for a part, so that one part's draws do not move another's. */
  of(part: string): Chance
}

/** Mulberry32 over a seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
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
