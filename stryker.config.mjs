// Mutation testing of one part of what judges, as `npm run mutation` (scripts/mutation.mjs) runs it.
import { readFileSync } from 'node:fs'

const name = process.env.MUTATION_PART ?? 'oracle'
const { mutate } = JSON.parse(readFileSync('test/mutation-parts.json', 'utf8'))[name]

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...mutate, '!**/*.test.ts', '!**/*.testing.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation.vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  // None: Stryker would rewrite it by TypeScript's former API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['/dist', '/docs', '/reports', '/bench', '/.vitest', '/.stryker'],
  tempDirName: '.stryker/sandbox',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: `.stryker/${name}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
}
