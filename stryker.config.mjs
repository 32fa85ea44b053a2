// Configures Stryker for one part of the sources (scripts/mutation.mjs).
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
  // With `related: true`, vitest finds tests only by static imports, and misses tests of files that the
  // program imports by a computed path.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  // With "none", Stryker does not rewrite the tsconfig file. The rewrite needs an API that TypeScript 7 does
  // not have.
  tsconfigFile: 'none',
  ignorePatterns: ['/dist', '/docs', '/reports', '/bench', '/.vitest', '/.stryker'],
  tempDirName: '.stryker/sandbox',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: `.stryker/${name}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
}
