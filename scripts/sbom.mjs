// Writes the bill of materials (CycloneDX) of an installed package to sbom.cdx.json, or to the named file.
// The script calls npm to make the bill, so start it with `npm run sbom`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './licences.mjs'

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const manifest = read('package.json')
const lock = read('package-lock.json')

// `npm sbom --omit dev` wrongly omits packages that both runtime and development dependencies need.
// Therefore the script writes a lock file without development dependencies to a folder, and runs npm there.
const bare = ({ devDependencies, peerDependencies, peerDependenciesMeta, ...rest }) => rest
const packages = Object.entries(lock.packages)
  .filter(([place, entry]) => place === '' || isInstalled(place, entry))
  .map(([place, entry]) => [place, place === '' ? bare(entry) : entry])

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  // The folder has the name of the package, because npm uses the name of the folder as the name of the
  // package.
  const cwd = join(folder, manifest.name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(bare(manifest)))
  writeFileSync(
    join(cwd, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }),
  )
  // npm gives its own path to the scripts that it starts. The script uses this path, because on Windows only
  // a shell finds npm by its name.
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
