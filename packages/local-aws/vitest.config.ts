import { defineConfig } from 'vitest/config'

// Runs the tests of this package alone: `npm test` in its folder.
export default defineConfig({
  root: import.meta.dirname,
  test: { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } }, silent: 'passed-only' },
})
