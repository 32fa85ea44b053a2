// Defines the parts of the code that the tool loads at first use (docs/decisions/0026-start-time.md). In the
// build, a stand-in module with the same exports replaces each import of such a part. The first call or read
// of an export loads the part. This needs `require` of an ES module (Node.js 20.19 and 22.12).
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const inFolder = (folder, ...files) => files.map((file) => `${folder}/${file}.js`)

/**
 * The keys are the names of the parts' files in `dist`. `of` lists the modules that other code imports. `own`
 * lists the folders with the part's modules.
 */
const parts = {
  'src/generate/index': { of: ['src/generate/index.js'], own: ['src/generate/'] },
  'late/fast-check': { of: ['fast-check'], own: ['src/generate/'] },
  ...Object.fromEntries(
    [
      ...['leven', 'dotenv', 'picocolors', 'fast-string-truncated-width'],
      ...['jose/jwt/decode', 'jose/decode/protected_header'],
    ].map((name) => [`late/${name.replaceAll('/', '-')}`, { of: [name], own: [] }]),
  ),
  // A plan needs only the names of checks. A run executes them later.
  'late/checks': {
    of: inFolder('src/engine', 'encodings/index', 'sequences/index'),
    own: ['src/engine/encodings/', 'src/engine/sequences/'],
  },
  // Only the report of a failure needs shell commands.
  'late/curl': { of: inFolder('src/client/curl', 'curl-script', 'url'), own: ['src/client/curl/'] },
  // A run needs the writers of reports only at its end.
  'late/views': {
    of: [
      ...inFolder(
        'src/report',
        'badge/badge',
        'codequality/code-quality',
        'ctrf/ctrf',
        'har/har',
        'html/html',
      ),
      ...inFolder(
        'src/report',
        'diff/diff-markdown',
        'diff/diff-terminal',
        'junit/junit',
        'markdown/markdown',
      ),
      ...inFolder(
        'src/report',
        'overview/overview-html',
        'overview/overview-terminal',
        'pipeline/attestation',
      ),
      ...inFolder('src/report', 'sarif/sarif', 'tap/tap', 'terminal/terminal'),
    ],
    own: ['src/report/html/', 'src/report/markdown/', 'src/report/junit/', 'src/report/sarif/'],
  },
}

const isPackage = (of) => !of.endsWith('.js')
const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key)
const prefix = '\0late:'
const wholeOf = (name) => `${prefix}whole:${name}`
const standInOf = (of) => `${prefix}stand-in:${of}`

/** Returns whether the plugin resolves this name: a package of a part, or a stand-in. */
export const isLate = (id) =>
  id.startsWith(prefix) || Object.values(parts).some(({ of }) => isPackage(id) && of.includes(id))

/** All stand-ins are in one chunk. */
export const isStandIn = (id) => id.startsWith(standInOf(''))

/** The file is relative to `dist`. The index file of a folder belongs to no part unless `of` names it. */
const belongs = (file, { of, own }) =>
  of.includes(file) || (!file.endsWith('/index.js') && own.some((folder) => file.startsWith(folder)))

export const isOfPart = (file) => Object.values(parts).some((part) => belongs(file, part))

/** Each entry becomes one file. */
export function lateEntries(dist) {
  return Object.fromEntries(
    Object.keys(parts).map((name) => [
      name,
      name.startsWith('src/') ? join(dist, `${name}.js`) : wholeOf(name),
    ]),
  )
}

/**
 * The plugin for the bundler.
 * @param dist folder of the compiled files, which Node.js can load
 */
export async function late(dist) {
  const texts = new Map()
  for (const [name, { of }] of Object.entries(parts)) {
    const addresses = of.map((one) => (isPackage(one) ? one : join(dist, one)))
    texts.set(
      wholeOf(name),
      addresses.map((one, index) => `export * as m${index} from ${JSON.stringify(one)}`).join('\n'),
    )
    for (const [index, one] of of.entries()) {
      const whole = await import(isPackage(one) ? one : pathToFileURL(addresses[index]).href)
      const place = name.startsWith('src/') ? '' : `.m${index}`
      texts.set(standInOf(one), standInText(name, place, one, whole))
    }
  }
  return {
    name: 'late',
    async resolveId(source, importer, options) {
      if (source.startsWith(prefix)) return source
      if (importer === undefined) return null
      const found =
        isPackage(source) && !source.startsWith('.')
          ? null
          : await this.resolve(source, importer, { ...options, skipSelf: true })
      const file = found === null ? source : relative(dist, found.id).replaceAll(sep, '/')
      const [name, part] = Object.entries(parts).find(([, { of }]) => of.includes(file)) ?? []
      if (part === undefined) return null
      const from = relative(dist, importer).replaceAll(sep, '/')
      const atOnce = importer === wholeOf(name) || belongs(from, part)
      if (!atOnce) return standInOf(file)
      return isPackage(file) ? { id: file, external: true } : null
    },
    load: (id) => texts.get(id) ?? null,
  }
}

/** @param place JavaScript expression of the module in the part's file */
function standInText(name, place, of, whole) {
  const exports = Object.entries(whole)
    .filter(([key]) => isName(key))
    .map(([key, value]) => {
      if (['string', 'number', 'boolean'].includes(typeof value))
        return `export const ${key} = ${JSON.stringify(value)}`
      if (key !== 'default' && typeof value !== 'function' && !isPackage(of))
        throw new Error(
          `${of} exports ${key}, which is no function: a stand-in can only replace functions, so load this module at the start`,
        )
      return key === 'default'
        ? `export default standIn('default')`
        : `export const ${key} = standIn('${key}')`
    })
  return `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
let whole
const loaded = (name) => (whole ??= require(${JSON.stringify(`../${name}.js`)})${place})[name]
const standIn = (name) =>
  new Proxy(function () {}, {
    get: (_, key) => loaded(name)[key],
    has: (_, key) => key in loaded(name),
    apply: (_, self, given) => Reflect.apply(loaded(name), self, given),
    construct: (_, given) => Reflect.construct(loaded(name), given),
  })
${exports.join('\n')}
`
}
