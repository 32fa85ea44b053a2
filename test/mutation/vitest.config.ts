// Selects the tests of one part for mutation testing.
import { defineConfig } from 'vitest/config'
import parts from './parts.json' with { type: 'json' }

const name = (process.env.MUTATION_PART ?? 'oracle') as keyof typeof parts

export default defineConfig({
  cacheDir: '.vitest',
  test: { name: 'unit', include: parts[name].tests, testTimeout: 120_000 },
})
