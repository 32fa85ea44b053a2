// The test projects. `npm test` runs unit, suites and proof; `.ci/run` runs matrix and release as well, the proofs of the whole.
import { defineConfig } from 'vitest/config'

// Files share their worker, and so its loaded schemas, suites and compiled code: no test changes a module's state.
const shared = { isolate: false }

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    // All cores: by default one is left to the runner, which has little to do.
    maxWorkers: '100%',
    // The figures of a CI run, for `.ci/run`.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: '.vitest/results/tests.json' },
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['src/**/*.test.ts', 'schemas/**/*.test.ts', 'suites/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'suites', ...shared, include: ['test/suites/**/*.suite.ts'], hookTimeout: 180_000 } },
      {
        test: {
          name: 'proof',
          ...shared,
          include: ['test/**/*.test.ts'],
          exclude: ['test/release/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'matrix',
          ...shared,
          include: ['test/release/kill-matrix.*.test.ts'],
          testTimeout: 300_000,
          maxConcurrency: 4,
        },
      },
      {
        test: {
          name: 'release',
          ...shared,
          include: ['test/release/**/*.test.ts'],
          exclude: ['test/release/kill-matrix.*'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
