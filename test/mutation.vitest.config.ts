// The unit tests as mutation testing runs them: those of one part alone, so that a mutant is quick and a part answers
// for itself.
import { defineConfig } from 'vitest/config'
import parts from './mutation-parts.json' with { type: 'json' }

const part = process.env.MUTATION_PART === 'engine' ? parts.engine : parts.oracle

export default defineConfig({
  cacheDir: '.vitest',
  test: { name: 'unit', include: part.tests, testTimeout: 30_000 },
})
