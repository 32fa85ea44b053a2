// Writes the generated parts of all documents, or of the named pages: `npm run docs [-- PAGE...]`.
// scripts/generated.json names the command that writes each part, and the test that compares it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const pages = process.argv.slice(2)
const all = JSON.parse(readFileSync(new URL('generated.json', import.meta.url), 'utf8'))
const isMeant = ({ parts }) => pages.length === 0 || parts.some((part) => pages.includes(part.split('#')[0]))
const meant = all.filter(isMeant)
if (meant.length === 0) {
  process.stderr.write(`No generated part is in ${pages.join(', ')}: see scripts/generated.json.\n`)
  process.exit(2)
}
const failed = []
for (const { parts, write } of meant) {
  process.stdout.write(`\n${parts.join(', ')}: ${write}\n`)
  if (spawnSync(write, { shell: true, stdio: 'inherit' }).status !== 0) failed.push(...parts)
}
if (failed.length > 0) {
  process.stderr.write(`\nThe command failed, so these parts may be outdated: ${failed.join(', ')}\n`)
  process.exit(1)
}
