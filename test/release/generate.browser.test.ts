// Tests the generator in a real browser. The generator must return the same values as in Node.js, and must
// be small. The test needs Chromium at /usr/bin/chromium, which `.ci/run` installs.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type RolldownOutput, rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { valid, violations } from '../../src/generate/index.ts'
import { bin } from '../bin.ts'
import { collection } from '../generate/collection.ts'
import { launch } from './page.browser.ts'

const face = join(bin(), '../../generate/index.js')
const bytesMax = 150_000
const seeds = [1, 2, 3, 4, 5]
const schemas = ['realistic: stream', 'realistic: key', 'formatsCombined: utc', 'references: deepTree'].map(
  (name) => collection[name] ?? true,
)

// Bundles the code. The bundle does not contain the modules in `external`.
async function bundled(code: string, external: readonly string[]): Promise<RolldownOutput['output'][0]> {
  const entry = '\0entry'
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    external: [...external],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  return output[0]
}

test('is small, and needs nothing that only Node.js has', async () => {
  const { code, imports } = await bundled(`export * from ${JSON.stringify(face)}`, ['fast-check'])
  expect(imports).toEqual(['fast-check'])
  expect(code).not.toMatch(/from\s*["']node:/)
  expect(gzipSync(code).length).toBeLessThan(bytesMax)
})

test('draws the same values in a browser and in Node.js', async () => {
  const draw = `
    const draw = (schema) => ${JSON.stringify(seeds)}.map((seed) => [
      fc.sample(valid(schema), { numRuns: 3, seed }),
      violations(schema).slice(0, 5).map(({ keyword, arbitrary }) => [keyword, fc.sample(arbitrary, { numRuns: 1, seed })]),
    ])`
  const { code } = await bundled(
    `import fc from 'fast-check'
    import { valid, violations } from ${JSON.stringify(face)}
    ${draw}
    globalThis.drawn = JSON.stringify(${JSON.stringify(schemas)}.map(draw))`,
    [],
  )
  const here = schemas.map((schema) =>
    seeds.map((seed) => [
      fc.sample(valid(schema), { numRuns: 3, seed }),
      violations(schema)
        .slice(0, 5)
        .map(({ keyword, arbitrary }) => [keyword, fc.sample(arbitrary, { numRuns: 1, seed })]),
    ]),
  )
  const browser = await launch()
  try {
    const page = `<!doctype html><meta charset="utf-8"><script type="module">${code.replaceAll('</script', '<\\/script')}</script>`
    const opened = await browser.open(page)
    expect(opened.complaints).toEqual([])
    await opened.page.waitForFunction('globalThis.drawn !== undefined', undefined, { timeout: 60_000 })
    const there = JSON.parse(await opened.page.evaluate<string>('globalThis.drawn')) as unknown
    expect(there).toEqual(JSON.parse(JSON.stringify(here)))
  } finally {
    await browser.close()
  }
})
