// Writes the bill of materials (CycloneDX) to sbom.cdx.json, or to the named file: `npm run sbom`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './licences.mjs'

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const manifest = read('package.json')
const lock = read('package-lock.json')

// `npm sbom --omit dev` wrongly omits packages that both runtime and development dependencies need. npm
// therefore runs in a folder whose lock file has no development dependencies.
const bare = ({ devDependencies, peerDependencies, peerDependenciesMeta, ...rest }) => rest
const packages = Object.entries(lock.packages)
  .filter(([place, entry]) => place === '' || isInstalled(place, entry))
  .map(([place, entry]) => [place, place === '' ? bare(entry) : entry])

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  // npm uses the name of the folder as the name of the package.
  const cwd = join(folder, manifest.name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(bare(manifest)))
  writeFileSync(
    join(cwd, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }),
  )
  // npm_execpath: on Windows, only a shell finds npm by its name.
  const args = [process.env.npm_execpath, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bill = execFileSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  writeFileSync(process.argv[2] ?? 'sbom.cdx.json', bill)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
