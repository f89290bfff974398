import { configureGlobal } from 'fast-check'

/**
 * Loaded before every test file. Property tests draw the same examples in every run, so that a failure concerns the change under
 * test. `SEED=any npm run test:all` draws new ones; `SEED=7` repeats those of a printed seed (docs/decisions/fixed-seed.md).
 */
const { SEED = '20261122' } = process.env
configureGlobal({ seed: SEED === 'any' ? Date.now() : Number(SEED) })
