// Checks this machine: the version of Node.js, and the report folder.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { reasonOf } from '../base/error.ts'
import { packageRoot } from '../base/package-root.ts'
import { commandName } from '../base/tool.ts'
import { ledgerFileIn } from '../engine/index.ts'
import { type Finding, question } from './finding.ts'

export function nodeVersion(version = process.versions.node): Finding {
  const about = question('node', 'Is this version of Node.js supported?')
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string }
  }
  const [major = 0, minor = 0] = numbersOf(version)
  const ranges = engines.node.split('||').map((text) => text.trim())
  const isMet = ranges.some((range) => {
    const [wanted = 0, wantedMinor = 0] = numbersOf(range)
    return (!range.startsWith('^') && major > wanted) || (major === wanted && minor >= wantedMinor)
  })
  if (isMet) return about.ok(`Node.js ${version}`)
  const known = ranges.map((range) => numbersOf(range).slice(0, 2).join('.'))
  return about.problem(
    'configuration',
    `Node.js ${version}`,
    `Install Node.js ${known.join(', or ')} or newer.`,
  )
}

function numbersOf(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

// This is ten times the size of the reports of the largest run.
const freeBytesMin = 100_000_000

export function reportFolder(folder: string): Finding {
  const about = question('report-folder', 'Can the reports be written?')
  const elsewhere = 'Give another folder with --report-dir.'
  let above = resolve(folder)
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  try {
    if (!statSync(above).isDirectory())
      return about.problem('configuration', `${above} is not a folder`, elsewhere)
    accessSync(above, constants.W_OK | constants.X_OK)
    if (existsSync(ledgerFileIn(folder)))
      return about.problem(
        'configuration',
        `${ledgerFileIn(folder)} belongs to a run that was killed or is still running, so no other run can use this folder`,
        `Run \`${commandName} sweep --report-dir ${folder}\`, or give another folder with --report-dir.`,
      )
    const { bavail, bsize } = statfsSync(above)
    const free = bavail * bsize
    const found = `${folder} can be written; ${amount(free)} are free`
    return free < freeBytesMin
      ? about.warning(found, `Free ${amount(freeBytesMin)}, or give another folder with --report-dir.`)
      : about.ok(found)
  } catch (error) {
    return about.problem('configuration', `${folder} can't be written (${reasonOf(error)})`, elsewhere)
  }
}

function amount(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`
}
