// The command `new contract` writes a small contract.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { unguessable } from '../../base/chance.ts'
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { packageRoot } from '../../base/package-root.ts'
import { commandName } from '../../base/tool.ts'
import type { Terminal } from '../terminal.ts'

const template = join(packageRoot, 'templates/contract')

/** @throws ConfigurationError if the folder is not empty or not writable */
export function newContract(folder: string, terminal: Terminal): void {
  const target = writeContract(folder, (made) => cpSync(template, made, { recursive: true }))
  terminal.write(
    [
      `${folder} contains an example contract: a todo API with five operations.`,
      ...filesOf(target).map((file) => `  ${file}`),
      '',
      'Change this contract so that it describes your API. Then list the clauses of the contract:',
      `  ${commandName} clauses --contract ${folder}`,
      'To check a server against it:',
      `  ${commandName} run --contract ${folder} --base-url http://127.0.0.1:3000`,
      'The page docs/contract-reference.md in this package describes the files of a contract.',
      '',
    ].join('\n'),
  )
}

/** @throws ConfigurationError if the folder is not empty or not writable; then no file stays behind */
export function writeContract(folder: string, write: (made: string) => void): string {
  if (folder.trim() === '') throw new ConfigurationError('Give the name of a folder for the contract.')
  const target = resolve(folder)
  requireEmpty(target, folder)
  try {
    writeWhole(write, target)
  } catch (error) {
    throw new ConfigurationError(
      `The contract can't be written to ${folder} (${reasonOf(error)}): give a writable folder.`,
    )
  }
  return target
}

function requireEmpty(target: string, folder: string): void {
  let held: readonly string[]
  try {
    held = readdirSync(target)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    const reason = codeOf(error) === 'ENOTDIR' ? 'is a file' : `can't be read (${reasonOf(error)})`
    throw new ConfigurationError(`${folder} ${reason}: give a new or empty folder.`)
  }
  if (held.length > 0)
    throw new ConfigurationError(
      `The folder ${folder} is not empty, and its files are not overwritten: give a new or empty folder.`,
    )
}

// Writes into a hidden folder and renames it at the end, so an interruption leaves no partial contract.
function writeWhole(write: (made: string) => void, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  const making = join(dirname(target), `.${basename(target)}-${unguessable(4)}`)
  mkdirSync(making)
  try {
    const made = join(making, 'contract')
    write(made)
    if (existsSync(target)) rmdirSync(target)
    renameSync(made, target)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

export function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
