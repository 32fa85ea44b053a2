// Tests that the main functions work on systems that are not POSIX.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

/** Patterns of code that works only on POSIX. Each key describes the wrong assumption. */
const posixOnly: Readonly<Record<string, RegExp>> = {
  'a URL of a file has a path that the system knows: fileURLToPath makes one':
    /import\.meta\.url\)\.pathname/,
  'a path is a specifier: pathToFileURL makes one': /import\((?:join|resolve)\(/,
  'there are user ids': /process\.(?:getuid|geteuid|getgid|getegid|setuid|setgid|getgroups)\(/,
  'there is a shell, or a program of one':
    /(?:spawn|exec)(?:File)?(?:Sync)?\(\s*'(?:sh|bash|rm|cp|mv|mkdir|cat|chmod|kill|which|ps|npm|npx)'/,
  'a command is put together for a shell': /\bexec(?:Sync)?\(\s*[`'"]|shell: true/,
  'the folder of temporary files is known: tmpdir names it': /['"`]\/tmp\b/,
  'paths have slashes alone':
    /(?:__dirname|import\.meta\.(?:dirname|filename)|tmpdir\(\)|cwd\(\)) \+|\.split\('\/'\).*node:path/,
}

/** The files that may use features of one system, each with the reason. */
const asked: Readonly<Record<string, string>> = {
  'src/cli/completion/bash.ts': 'a script for bash',
  'src/engine/ledger/folder-lock.ts':
    'a process is told from a later one of its number, where the system tells',
  'src/tenant/access/forged-token.ts': 'text of a forged token, which a tenant reads',
  'src/client/tokens/forgery.ts': 'text of a forged token, which a tenant reads',
  'src/client/curl/forged-token.ts': 'text of a forged token, which a tenant reads',
}

const files = [
  ...['src', 'suites'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(file)),
  ),
  // Tests only the scripts that run in `npm ci` or on other systems.
  ...['bundle', 'precompile', 'sources', 'gate', 'sbom', 'licences', 'audit', 'address'].map(
    (name) => `scripts/${name}.mjs`,
  ),
]
const textOf = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')
const takenForGranted = (text: string): readonly string[] =>
  Object.entries(posixOnly).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))

test.each([
  "new URL('.', import.meta.url).pathname",
  'await import(join(folder, file))',
  'process.getuid()',
  "spawn('sh', ['-c'])",
  'execSync(`ls`)',
  "'/tmp/x'",
])('finds %s', (text) => {
  expect(takenForGranted(text)).toHaveLength(1)
})

test('the main path assumes nothing about the system', () => {
  const found = files.map((file) => [file, takenForGranted(textOf(file))]).filter(([, what]) => what?.length)
  expect(found).toEqual([])
})

test('features that other systems lack are used only in the listed files', () => {
  const asking = files.filter((file) => /\/(?:proc|dev)\//.test(textOf(file)))
  expect(asking.sort()).toEqual(Object.keys(asked).sort())
})

test('no script of the main path needs a POSIX shell', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  for (const name of [
    'build',
    'postprepare',
    'prepack',
    'start',
    'check',
    'gate',
    'sbom',
    'audit',
    'licences',
  ])
    expect((scripts[name] ?? '').replaceAll(/"[^"]*"/g, ''), name).not.toMatch(
      /'|(?:^|&& )(?:rm|cp|mv|mkdir|[A-Z_]+=)|[;`$]/,
    )
})

test('every system accepts the name of every file, with any letter case', () => {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: packageRoot, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  expect(names.length).toBeGreaterThan(100)
  // Names and characters that are not allowed on Windows.
  const wrong = /[<>:"|?*\\]|[ .](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i
  expect(names.filter((name) => wrong.test(name))).toEqual([])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
})
