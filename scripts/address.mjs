// Writes the address of the repository into the published files: `node scripts/address.mjs OWNER/NAME
// [FOLDER]`. npm's site would resolve relative links in the README to the main branch. The publishing job
// runs this script on a temporary checkout. In the repository, the links stay relative, and work in every
// clone and fork.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [repository = '', folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2)
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  process.stderr.write('address: give the repository as OWNER/NAME.\n')
  process.exit(2)
}
const at = (file) => join(folder, file)
const address = `https://github.com/${repository}`

const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
manifest.repository = { type: 'git', url: `git+${address}.git` }
manifest.homepage = `${address}#readme`
manifest.bugs = { url: `${address}/issues` }
writeFileSync(at('package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

// The npm page of an old version must link to the files of this version.
const tag = `v${manifest.version}`
const outside = (target) => /^(?:[a-z][a-z+.-]*:|#)/i.test(target)
const readme = readFileSync(at('README.md'), 'utf8').replace(
  /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
  (link, image, text, target) => {
    if (outside(target)) return link
    const base = image ? `https://raw.githubusercontent.com/${repository}/${tag}` : `${address}/blob/${tag}`
    return `${image}[${text}](${base}/${target.replace(/^\.\//, '')})`
  },
)
writeFileSync(at('README.md'), readme)
