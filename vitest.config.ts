// The test projects: unit tests beside their files, proofs of the whole, and the suites themselves.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    // The figures of a CI run, for `.ci/run`.
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.vitest/results.json' }]] : ['default'],
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'schemas/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'suites', include: ['test/suites/**/*.suite.ts'], hookTimeout: 180_000 } },
      { test: { name: 'proof', include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 } },
    ],
  },
})
