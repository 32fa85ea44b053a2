// Tests that the command loads only a few modules for the version, the help and the completion.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin } from './bin.ts'

// A script that prints the imported and the required modules.
const told = `
import { createRequire, register } from 'node:module'
import { writeSync } from 'node:fs'
const require = createRequire('file:///')
register('data:text/javascript,' + encodeURIComponent(\`
import { writeSync } from 'node:fs'
export async function load(url, context, next) { writeSync(2, 'loaded ' + url + '\\\\n'); return next(url, context) }\`))
process.on('exit', () => { for (const file of Object.keys(require.cache)) writeSync(2, 'loaded ' + file + '\\n') })`

function packagesOf(args: readonly string[]): readonly string[] {
  const preload = `data:text/javascript,${encodeURIComponent(told)}`
  const script = `exec "$0" --import "$1" "$2" ${args.join(' ')} 2>&1 >/dev/null`
  const text = execFileSync('sh', ['-c', script, process.execPath, preload, bin()], { encoding: 'utf8' })
  const names = [...text.matchAll(/^loaded .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)]
  return [...new Set(names.map(([, name = '']) => name))].sort()
}

// Only a bundled build contains this file.
const isPutTogether = existsSync(join(bin(), '../../../completion.json'))
const atOnce = isPutTogether ? ['commander'] : ['commander', 'dotenv', 'leven']

test.each([['--version'], ['--help'], ['run', '--help']])('%s %s loads only the command line', (...args) => {
  expect(packagesOf(args)).toEqual(atOnce)
})

test.skipIf(!isPutTogether)('a completion loads only the command line', () => {
  expect(packagesOf(['completion', 'bash'])).toEqual(atOnce)
})

test('the list of loaded packages contains undici for a command that needs it', () => {
  expect(packagesOf(['clauses'])).toContain('undici')
})

test.skipIf(!isPutTogether)('a plan loads no generator', () => {
  const packages = packagesOf(['plan'])
  const later = ['fast-check', '@eslint-community/regexpp']
  expect(packages.filter((name) => later.includes(name))).toEqual([])
  expect(packages).toContain('undici')
})
