// The test projects. `npm test` runs unit, suites and proof without the files tagged `whole`; `.ci/run` runs all, with matrix and release.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Files share their worker, and so its loaded schemas, suites and compiled code: no test changes a module's state.
const shared = { isolate: false }

const coverage = process.env.COVERAGE

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    // What was compiled is kept between runs; not where coverage is measured, which misses what comes from there.
    experimental: { fsModuleCache: coverage === undefined },
    // More than there are cores: the runner has little to do, and a fifth of the time of the tests is waiting.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // The figures of a CI run, for `.ci/run`.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: '.vitest/results/tests.json' },
    // COVERAGE names the run: `scripts/coverage.mjs` puts the runs together.
    coverage: {
      enabled: coverage !== undefined,
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.testing.ts'],
      reporter: ['json'],
      reportsDirectory: `.vitest/coverage/${coverage}`,
    },
    tags: [
      { name: 'whole', description: 'Whole runs of many seconds: `npm run test:whole`, a part of `.ci/run`.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['src/**/*.test.ts', 'schemas/**/*.test.ts', 'suites/**/*.test.ts'],
          // No test waits for that long: some are whole runs, and a busy machine takes its time for them.
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
