// Types the commands of docs/quick-start.md one after another. Each way of the quick start ends with code 0,
// and prints the outputs in the page.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { bin } from '../bin.ts'
import { expectSameRequests } from '../generated-parts.ts'

const file = join(packageRoot, 'docs/quick-start.md')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Returns the shell blocks of one way. */
const blocksOf = (way: number): readonly string[] => {
  const [, section = ''] =
    new RegExp(`^## ${way}\\. .*\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(
      readFileSync(file, 'utf8'),
    ) ?? []
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

const partOf = (way: number): string =>
  new RegExp(`<!-- generated: ${way} -->\n([\\s\\S]*?)<!-- end -->`).exec(readFileSync(file, 'utf8'))?.[1] ??
  ''

// Shell functions that replace the commands for a clone of the repository.
const shell = `
npm() {
  case "$1" in
    ci) ;;
    start) shift; [ "$1" = -- ] && shift; "$NODE" -- "$BIN" "$@" ;;
  esac
}
`

interface Typed {
  readonly command: string
  readonly code: number
  readonly text: string
}

const begin = (lines: readonly string[], folder: string): ChildProcess => {
  const bare = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('TENANT_') && !['FORCE_COLOR', 'CI', 'GITHUB_ACTIONS'].includes(name),
  )
  const env = { ...Object.fromEntries(bare), NO_COLOR: '1', NODE: process.execPath, BIN: bin() }
  const script = lines.map((line) => `${line}\nprintf '\\n::ended %s\\n' "$?"`).join('\n')
  return spawn('bash', ['-c', `${shell}${script}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Types the commands of a block one after another. */
const typed = async (block: string, folder: string): Promise<readonly Typed[]> => {
  const lines = block.trim().split('\n')
  const child = begin(lines, folder)
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += String(chunk)
  })
  await new Promise((resolve) => child.once('close', resolve))
  const parts = text.split(/\n::ended (\d+)\n/)
  return lines.map((command, index) => ({
    command,
    code: Number(parts[2 * index + 1]),
    text: parts[2 * index] ?? '',
  }))
}

/** Returns the part of the output that the page shows. */
const shown = ({ command, text }: Typed): string => {
  const lines = text.trim().split('\n')
  const from = lines.findIndex((line) => line.startsWith('Clauses '))
  return [`$ ${command}`, ...lines.slice(Math.max(from, 0))].join('\n')
}

// Replaces ports, folders, dates, numbers and times, because they vary. Outcomes and exit codes do not vary.
const stable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:Traffic|\S*\.gitignore)/.test(line))
    .map((line) => line.replace(/\d{4}-\d\d-\d\d/g, '@').replace(/127\.0\.0\.1:\d+/g, 'HOST'))
    // The speed of the tenant varies, but the depth does not.
    .map((line) => line.replace(/\([\d.]+ ms each\)/, '(# ms each)'))
    .map((line) => (/^(?:Clauses|Why|Outcome)|not selected/.test(line) ? line.replace(/\d+/g, '#') : line))
    .join('\n')

const holds = (way: number, all: readonly Typed[]): void => {
  const commands = all.filter(({ command }) => /^npm start/.test(command))
  expect(commands.length).toBeLessThanOrEqual(4)
  expect(commands.at(-1)).toMatchObject({ code: 0 })
  const printed = `\`\`\`\n${commands.map(shown).join('\n\n')}\n\`\`\`\n`
  if (process.env.PAGE === 'write')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        `<!-- generated: ${way} -->\n${partOf(way)}`,
        () => `<!-- generated: ${way} -->\n${printed}`,
      ),
    )
  expectSameRequests(partOf(way), printed)
  expect(
    stable(partOf(way)),
    'PAGE=write npx vitest run --project release test/release/quick-start.test.ts writes it',
  ).toBe(stable(printed))
}

const folderFor = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quick-start-'))
  folders.push(folder)
  return folder
}

test('1. only this repository', async () => {
  const [block = ''] = blocksOf(1)
  holds(1, await typed(block, folderFor()))
})

test('2. a mock in another shell', async () => {
  const folder = folderFor()
  const [one = '', other = ''] = blocksOf(2)
  const server = begin(
    [one.trim().replace('npm start --', 'exec "$NODE" -- "$BIN"').replace('3000', '0')],
    folder,
  )
  try {
    // Reads the output, because a full pipe would stop the server.
    server.stdout?.resume()
    await expect.poll(() => existsSync(join(folder, 'mock.env')), { timeout: 60_000 }).toBe(true)
    holds(2, await typed(other, folder))
  } finally {
    server.kill()
  }
})

test.each([
  [3, {}, ['TENANT_BASE_URL', 'TENANT_ACCESS_TOKEN']],
  [4, { like: 'auth0' }, ['TENANT_BASE_URL', 'TENANT_CLIENT_ID', 'TENANT_CLIENT_SECRET']],
] as const)('%i. a tenant with the variables of the page', async (way, options, names) => {
  const { environment, close } = await startTenant(options)
  try {
    const [block = ''] = blocksOf(way)
    for (const name of names) expect(block).toMatch(new RegExp(`${name}=\\S+`))
    const filled = names.reduce(
      (text, name) => text.replace(new RegExp(`${name}=\\S+`), () => `${name}='${environment[name]}'`),
      block,
    )
    holds(way, await typed(filled, folderFor()))
  } finally {
    await close()
  }
})
