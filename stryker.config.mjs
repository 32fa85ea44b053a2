// Mutation testing of one part, as `npm run mutation` (scripts/mutation.mjs) runs it.
import { readFileSync } from 'node:fs'
import { linesOf } from './test/mutation/lines.mjs'

const name = process.env.MUTATION_PART ?? 'oracle'
const part = JSON.parse(readFileSync('test/mutation/parts.json', 'utf8'))[name]
const every = Number(process.env.MUTATION_LINES ?? part.everyLine ?? 1)

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: every === 1 ? [...part.mutate, '!**/*.test.ts', '!**/*.testing.ts'] : linesOf(part.mutate, every),
  plugins: ['@stryker-mutator/*', './test/mutation/fault-branches.mjs'],
  ignorers: part.ignore ?? [],
  testRunner: 'vitest',
  // By imports that can be read off the sources alone no test would seem to reach what is imported by its place.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  // None: Stryker would rewrite it by TypeScript's former API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['/dist', '/docs', '/reports', '/bench', '/.vitest', '/.stryker'],
  tempDirName: '.stryker/sandbox',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: `.stryker/${name}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
}
