// The test projects. `npm test` runs the project `tests` without the test files of the tag `whole`. `.ci/run`
// runs all projects, also `matrix` and `release`.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// All test files of a worker share loaded schemas, suites and compiled code. No test may change the state of
// a module.
const shared = { isolate: false }

const coverage = process.env.COVERAGE

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    // Caches compiled code on disk, except for coverage, because the measurement misses cached code.
    experimental: { fsModuleCache: coverage === undefined },
    // More workers than cores, because the tests wait for a fifth of their time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // `.ci/run` reads the JSON file.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: '.vitest/results/tests.json' },
    // COVERAGE names the run. `scripts/coverage.mjs` merges the results of several runs.
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
          // One project for these files, because each worker loads the sources once for each project.
          name: 'tests',
          ...shared,
          include: ['{src,schemas,suites}/**/*.test.ts', 'test/**/*.test.ts', 'test/suites/**/*.suite.ts'],
          exclude: ['test/release/**'],
          // No test normally needs this time. The limit is high because some tests execute whole runs, which
          // are slow on a busy machine.
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
