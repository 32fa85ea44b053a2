// Mutation testing of the parts that judge. `npm run mutation` runs all parts, `npm run mutation -- oracle` one.

/** Part -> what is mutated, and the tests that have to notice: a part answers for itself. */
export const parts = {
  oracle: {
    mutate: ['src/oracle/**/*.ts', 'src/base/verdict.ts'],
    tests: ['src/oracle/**/*.test.ts', 'src/base/verdict.test.ts'],
  },
  engine: {
    mutate: [
      'findings',
      'verdict',
      'scheduler',
      'for-all',
      'monitor',
      'profile-judge',
      'stream-must',
      'stream-handle',
      'unknown-id',
      'model-command',
      'model-sequence',
      'model-stream',
      'model-world',
    ].map((name) => `src/engine/${name}.ts`),
    tests: ['src/engine/**/*.test.ts'],
  },
}

const name = process.env.MUTATION_PART ?? 'oracle'
const part = parts[name]
if (part === undefined) throw new Error(`MUTATION_PART is one of ${Object.keys(parts).join(', ')}`)

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...part.mutate, '!**/*.test.ts', '!**/*.testing.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation.vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  // None: Stryker would rewrite it by TypeScript's former API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['/dist', '/docs', '/reports', '/bench', '/.vitest', '/.stryker'],
  tempDirName: '.stryker/sandbox',
  incremental: false,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: `.stryker/${name}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
}
