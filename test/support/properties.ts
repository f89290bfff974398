import { configureGlobal } from 'fast-check'

/**
 * Loaded before every test file. Properties draw the same examples in every run, so that a red run speaks of the change that
 * it tests; `SEED=any npm run test:all` draws new ones, and `SEED=7` those that a failure printed (docs/decisions/fixed-seed.md).
 */
const { SEED = '20261122' } = process.env
configureGlobal({ seed: SEED === 'any' ? Date.now() : Number(SEED) })
