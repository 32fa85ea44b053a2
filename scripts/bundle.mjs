// Bundles the compiled modules into a few files, because each loaded file slows every start
// (docs/decisions/0026-start-time.md). The entry points keep their paths in `dist`.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { isLate, isOfPart, isStandIn, late, lateEntries } from './late.mjs'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const bundled = `${dist}.bundled`
// The command, the exports of the package, and the modules that scripts and benches import.
const faces = [
  ...['cli/main', 'index', 'suite', 'vitest', 'generate/index'],
  ...[
    'build/precompiled',
    'catalogue/requirements-page',
    'cli/help/profile-page',
    'catalogue/clause-facts',
    'contract/index',
    'client/index',
    'base/secret-mask',
  ],
  ...['fleet/cost', 'library/tenant-thread'],
]

const filesIn = (folder) =>
  readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(folder, file).replaceAll(sep, '/'))

const entries = [...faces.map((face) => `src/${face}.js`), ...filesIn('suites')]

/** Without this list of modules, the reference tenant would search its folder at every start. */
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

const suiteModules = {
  name: 'suite-modules',
  resolveId: (id) => (id === 'suite-modules' ? `\0${id}` : null),
  load(id) {
    if (id === '\0suite-modules') {
      const modules = filesIn('suites').sort()
      const imports = modules.map(
        (file, index) => `import * as m${index} from ${JSON.stringify(join(dist, file))}`,
      )
      const named = modules.map((file, index) => `${JSON.stringify(file)}: m${index}`)
      return `${imports.join('\n')}\nexport const modules = { ${named.join(', ')} }\n`
    }
    if (fileOf(id) !== 'src/engine/plan/loaded-module.js') return null
    return `import { relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeRoot } from '../../base/package-root.js'
export async function loadedModule(file) {
  const place = relative(codeRoot, file).replaceAll(sep, '/')
  const kept = place.startsWith('suites/') ? (await import('suite-modules')).modules[place] : undefined
  return kept ?? import(pathToFileURL(file).href)
}
`
  },
}

const fileOf = (id) => relative(dist, id).replaceAll(sep, '/')
/** Tests whether a module has one of these folders or names, and is in no late part (scripts/late.mjs). */
const within =
  (...places) =>
  (id) =>
    places.some((place) => fileOf(id).startsWith(place)) && !isOfPart(fileOf(id))
const generatorsBase = within(
  'src/base/json.js',
  'src/base/uri.js',
  'src/base/schemas/ajv.js',
  'src/base/schemas/linear-pattern.js',
  'src/base/text/list-in-words.js',
)
const cli = (...names) => names.map((name) => `src/cli/${name}`)

const bundle = await rolldown({
  input: {
    ...Object.fromEntries(entries.map((file) => [file.slice(0, -3), join(dist, file)])),
    ...lateEntries(dist),
  },
  platform: 'node',
  // Packages and modules of Node.js are not in the bundle. Their names are no paths.
  external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isLate(id) && id !== 'suite-modules',
  plugins: [tenantModules, suiteModules, await late(dist)],
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
  // A group also contains the imports of its modules, unless an earlier group has them.
  codeSplitting: {
    groups: [
      { name: 'late', test: isStandIn },
      // Modules that the generator needs. A browser can load them.
      { name: 'values', test: generatorsBase },
      // Modules that every command needs.
      {
        name: 'base',
        test: within(
          ...['src/base/', 'src/report/choice/', ...cli('guarded-terminal.js', 'options.js')],
          ...['environment.js', 'tenant-options.js', 'tenant-variables.js', 'address.js'].map(
            (name) => `src/settings/${name}`,
          ),
        ),
      },
      { name: 'generate', test: (id) => fileOf(id).startsWith('src/generate/') },
      // Modules that a run needs.
      {
        name: 'run',
        test: within(
          ...['src/engine/', 'src/oracle/', 'src/contract/', 'src/client/', 'src/profile/', 'src/report/'],
          ...[
            'src/library/conformance.js',
            'src/library/embedded-tenant.js',
            'src/settings/',
            'src/library/suppressions.js',
          ],
          ...cli('run.js', 'reports/', 'profile-amendment.js', 'pipeline/'),
        ),
      },
      { name: 'suites', test: (id) => id === '\0suite-modules' || within('suites/')(id) },
    ],
  },
})

// Removes the compiled files, which the bundles replace. The type declarations stay.
for (const file of filesIn('.')) rmSync(join(dist, file))
for (const file of readdirSync(bundled, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.js')) {
    mkdirSync(join(dist, dirname(file)), { recursive: true })
    // An import of a Node.js module without a name has no effect, but a browser cannot load it.
    const code = readFileSync(join(bundled, file), 'utf8').replace(/^import "node:[a-z/]+";\n/gm, '')
    writeFileSync(join(dist, file), inAscii(code))
  }
rmSync(bundled, { recursive: true })
// The built code reads these tables from the folder of the module.
for (const file of ['src/engine/plan/measured.json', 'src/diagnostics/unlocks.json'])
  copyFileSync(join(dist, '..', file), join(dist, file))

/** V8 reads pure ASCII files faster, because it stores them in one byte per character. */
function inAscii(code) {
  if (/String\.raw`[^`]*[^\0-\x7F]/.test(code))
    throw new Error('a raw template contains a character that is not ASCII: an escape would change its text')
  return code.replace(
    /[^\0-\x7F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
