// Puts the compiled modules into few files, as each file that is loaded costs time at every start (docs/decisions/0037-few-files.md).
//
// What is entered from outside keeps its place in `dist`: the bin, the faces of the package, what stands in `suites`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const bundled = `${dist}.bundled`
// The bin, the package's faces, and what scripts and benches enter.
const faces = [
  ...['cli/main', 'index', 'suite', 'vitest', 'generate/index'],
  ...['kept', 'requirements-page', 'clause-facts', 'contract/index', 'client/index', 'base/secret-mask'],
  ...['fleet/cost', 'fleet/known-cost'],
]

const filesIn = (folder) =>
  readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(folder, file).replaceAll(sep, '/'))

const entries = [...faces.map((face) => `src/${face}.js`), ...filesIn('suites')]

/** The tenant's modules are found by their place: here, once for all, instead of at every start. */
const tenantModules = {
  name: 'tenant-modules',
  load(id) {
    if (relative(dist, id) !== join('src', 'tenant', 'faults', 'discover.js')) return null
    const modules = filesIn('src/tenant').sort()
    const named = modules.map((file, index) => {
      const [folder, name] = /^src\/tenant\/?(.*?)\/?([^/]+)\.js$/.exec(file).slice(1)
      return `{ folder: ${JSON.stringify(folder || '.')}, name: ${JSON.stringify(name)}, exports: m${index} }`
    })
    const imports = modules.map(
      (file, index) => `import * as m${index} from ${JSON.stringify(join(dist, file))}`,
    )
    return `${imports.join('\n')}\nexport async function tenantModules() { return [${named.join(',\n')}] }\n`
  },
}

const generatorsBase = ['json', 'uri', 'schemas/ajv'].map((file) => join('src/base', `${file}.js`))

const within = (folder) => (id) => id.startsWith(join(dist, folder))

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [file.slice(0, -3), join(dist, file)])),
  platform: 'node',
  // The name of a package, or of a module of Node.js.
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [tenantModules],
  treeshake: false,
  tsconfig: false,
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message)
  },
})
await bundle.write({
  dir: bundled,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  comments: false,
  // Each brings what it imports, less what is in one before it.
  codeSplitting: {
    groups: [
      // What the generator needs of it, which a browser can load.
      { name: 'values', test: (id) => generatorsBase.includes(relative(dist, id)) },
      { name: 'base', test: within('src/base/') },
      { name: 'generate', test: within('src/generate/') },
      { name: 'run', test: within('src/engine/') },
      { name: 'suites', test: within('suites/') },
    ],
  },
})

// What was written takes the place of what it was made of; the declarations stay.
for (const file of filesIn('.')) rmSync(join(dist, file))
for (const file of readdirSync(bundled, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.js')) {
    mkdirSync(join(dist, dirname(file)), { recursive: true })
    // A bare import of a module of Node.js has no effect, and a browser cannot follow it.
    const code = readFileSync(join(bundled, file), 'utf8').replace(/^import "node:[a-z/]+";\n/gm, '')
    writeFileSync(join(dist, file), code)
  }
rmSync(bundled, { recursive: true })
