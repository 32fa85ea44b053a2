// The unit tests as mutation testing runs them: those of one part alone, so that each mutant is quick.
import { defineConfig } from 'vitest/config'
import { parts } from '../stryker.config.mjs'

const part = process.env.MUTATION_PART === 'engine' ? parts.engine : parts.oracle

export default defineConfig({
  cacheDir: '.vitest',
  test: { name: 'unit', include: part.tests, testTimeout: 30_000 },
})
