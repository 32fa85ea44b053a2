// Writes docs/licences.md: the installed packages and their licences, from the lock file.
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * SPDX names of licences that permit use, change and distribution, and require only that their text stays
 * with the code.
 */
export const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'PSF-2.0',
]

const root = new URL('../', import.meta.url)

/** Excludes development packages and peer dependencies. */
export function isInstalled(place, { dev, devOptional, peer }) {
  return place !== '' && !dev && !devOptional && !peer
}

export function installed(lock) {
  return Object.entries(lock.packages)
    .filter(([place, entry]) => isInstalled(place, entry))
    .map(([place, { version, license }]) => ({
      name: place.replace(/^.*node_modules\//, ''),
      version,
      licence: license ?? null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function licencesPage(lock) {
  const rows = installed(lock).map(
    ({ name, version, licence }) =>
      `| [${name}](https://www.npmjs.com/package/${name}) | ${version} | ${licence ?? 'none named'} |`,
  )
  return `# Licences

\`tenant-conformance\` is under the MIT licence. npm installs the packages of this list together with it. The lock file contains these versions.
\`npm run licences\` writes the list. A test checks that each licence is one of ${allowed.join(', ')}.
\`npm run sbom\` writes a bill of materials with the same packages (CycloneDX).

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`
}

if (process.argv.includes('--write'))
  writeFileSync(
    new URL('docs/licences.md', root),
    licencesPage(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))),
  )
