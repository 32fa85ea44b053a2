// The test projects. `npm test` runs the projects `unit`, `suites` and `proof`, but not the test files with
// the tag `whole`. `.ci/run` runs all projects, including `matrix` and `release`.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// All test files of a worker share its loaded schemas, suites and compiled code. For this reason, no test may
// change the state of a module.
const shared = { isolate: false }

const coverage = process.env.COVERAGE

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    // Vitest keeps the compiled code on disk for the next run. A run that measures coverage must compile
    // again, because the measurement misses the code from this cache.
    experimental: { fsModuleCache: coverage === undefined },
    // There are more workers than cores. The tests spend a fifth of their time waiting, and other workers can
    // use this time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // In a CI run, `.ci/run` reads the results from a JSON file.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: '.vitest/results/tests.json' },
    // The variable COVERAGE is the name of the run. `scripts/coverage.mjs` merges the results of several
    // runs.
    coverage: {
      enabled: coverage !== undefined,
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.testing.ts'],
      reporter: ['json'],
      reportsDirectory: `.vitest/coverage/${coverage}`,
    },
    tags: [
      {
        name: 'whole',
        description: 'Whole runs of many seconds: `npm run test:whole`, a part of `.ci/run`.',
      },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['src/**/*.test.ts', 'schemas/**/*.test.ts', 'suites/**/*.test.ts'],
          // No test normally needs this time. The limit is high because some tests execute whole runs, which
          // are slow on a busy machine.
          testTimeout: 120_000,
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
