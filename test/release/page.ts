// Runs the shell blocks of a page in one folder, and compares their output with the blocks that follow them.
// If a JSON block follows a file name, writes this block to the file.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lexer, type Token } from 'marked'
import { packageRoot } from '../../src/base/package-root.ts'
import { bin } from '../bin.ts'

interface Step {
  readonly commands: string
  /** The output in the page. Null if the page shows no output. */
  readonly shown: string | null
  readonly printed: string
}

export interface PageRun {
  readonly steps: readonly Step[]
  /** The contents of the files. Each key is a path. */
  readonly files: Readonly<Record<string, string>>
  readonly errors: string
  /** The text of the page with the real outputs. */
  readonly rewritten: string
}

/** The port in the pages. A test replaces it by a free port. */
const pagePort = '3000'
const timeLimitMs = 240_000

/**
 * @param page the path of the page, relative to the root of the package
 * @param cwd the folder in which the commands run; by default a new folder
 */
export async function runPage(page: string, cwd?: string): Promise<PageRun> {
  const parts = partsOf(readFileSync(join(packageRoot, page), 'utf8'))
  const folder = cwd ?? mkdtempSync(join(tmpdir(), 'page-'))
  const scratch = mkdtempSync(join(tmpdir(), 'page-shell-'))
  try {
    const port = String(await freePort())
    const lines = parts.flatMap(({ commands, file, text }, index) => {
      if (commands !== null) return [commands, `printf '%s\\n' '${mark}'`]
      if (file === null) return []
      writeFileSync(join(scratch, String(index)), `${text}\n`)
      return [`mkdir -p '${dirname(file)}'`, `cp '${join(scratch, String(index))}' '${file}'`]
    })
    const script = lines.join('\n').replaceAll(pagePort, port)
    const { output, errors } = await shell(script, folder, commandsIn(scratch))
    const printed = output.replaceAll(port, pagePort).split(`${mark}\n`)
    const steps = parts
      .filter(({ commands }) => commands !== null)
      .map(({ commands, shown }, index): Step => {
        return {
          commands: commands ?? '',
          shown: shown?.text ?? null,
          printed: (printed[index] ?? '').trimEnd(),
        }
      })
    const now = new Map(
      parts
        .filter(({ commands }) => commands !== null)
        .map(({ shown }, index) => [shown, `\`\`\`\n${steps[index]?.printed}\n\`\`\``] as const),
    )
    const rewritten = parts
      .map((part) => now.get(part)?.concat(/\n*$/.exec(part.raw)?.[0] ?? '') ?? part.raw)
      .join('')
    const files = parts.flatMap(({ file, text }) => (file === null ? [] : [[file, text] as const]))
    return { steps, files: Object.fromEntries(files), errors, rewritten }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    if (cwd === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const mark = '--8<-- the next block'

interface Part {
  readonly raw: string
  readonly text: string
  readonly commands: string | null
  /** The block after the commands, which contains their output. */
  readonly shown: Part | null
  /** The file name of a JSON block. */
  readonly file: string | null
}

function partsOf(page: string): readonly Part[] {
  const tokens = [...lexer(page)]
  const visible = tokens.filter(({ type }) => type !== 'space')
  const parts = new Map<Token, Part>()
  for (const token of tokens.toReversed()) {
    const { raw } = token
    const text = 'text' in token ? token.text : ''
    const lang = token.type === 'code' ? (token.lang ?? '') : null
    const place = visible.indexOf(token)
    const [before, after] = [visible[place - 1], visible[place + 1]]
    const shows = lang === 'sh' && after?.type === 'code' && (after.lang ?? '') === ''
    parts.set(token, {
      raw,
      text,
      commands: lang === 'sh' ? text : null,
      shown: shows ? (parts.get(after) ?? null) : null,
      file: lang === 'json' ? (/^`([^`]+)`\s*$/.exec(before?.raw ?? '')?.[1] ?? null) : null,
    })
  }
  return tokens.flatMap((token) => parts.get(token) ?? [])
}

/** Writes programs into a folder that comes first in PATH. */
function commandsIn(folder: string): string {
  const path = join(folder, 'bin')
  mkdirSync(path)
  writeFileSync(join(path, 'tenant-conformance'), `#!/bin/sh\nexec '${process.execPath}' '${bin()}' "$@"\n`, {
    mode: 0o755,
  })
  symlinkSync(join(packageRoot, 'node_modules/.bin/json-server'), join(path, 'json-server'))
  return path
}

/** Runs a script, and ends every process that the script started. */
function shell(script: string, cwd: string, path: string): Promise<{ output: string; errors: string }> {
  const bare = Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|FORCE_COLOR|VITEST)/.test(name))
  const env = { ...Object.fromEntries(bare), PATH: `${path}:${process.env.PATH}`, NO_COLOR: '1' }
  // The script gets its own process group, which includes its background processes.
  const child = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Ignores the error, because the process has already ended.
    }
  }
  const limit = setTimeout(end, timeLimitMs)
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  return new Promise((resolve) => {
    child.once('exit', () => {
      clearTimeout(limit)
      end()
      child.once('close', () => resolve({ output, errors }))
    })
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
