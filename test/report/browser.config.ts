// Vitest configuration of the checks that need a browser; they stay out of the default run.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: '.vitest',
  test: { include: ['test/report/*.browser.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
