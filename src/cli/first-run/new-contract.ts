// `new contract`: writes a small contract.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { unguessable } from '../../base/chance.ts'
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { packageRoot } from '../../base/package-root.ts'
import type { Terminal } from '../terminal.ts'

const template = join(packageRoot, 'templates/contract')

/** @throws ConfigurationError if the folder is not empty or not writable; leaves no file */
export function newContract(folder: string, terminal: Terminal): void {
  const target = writeContract(folder, (made) => cpSync(template, made, { recursive: true }))
  terminal.write(
    [
      `A contract of todos is in ${folder}: five operations, of which a run checks all that their schemas and their resource say.`,
      ...filesOf(target).map((file) => `  ${file}`),
      '',
      'Change it to what your API is, and see what it asks for:',
      `  tenant-conformance clauses --contract ${folder}`,
      'Check a server against it:',
      `  tenant-conformance run --contract ${folder} --base-url http://127.0.0.1:3000`,
      'What else a contract can say: docs/contract-reference.md of this package.',
      '',
    ].join('\n'),
  )
}

/**
 * @param write fills a new folder
 * @returns the folder's absolute path
 * @throws ConfigurationError if the folder is not empty or not writable; leaves no file
 */
export function writeContract(folder: string, write: (made: string) => void): string {
  if (folder.trim() === '') throw new ConfigurationError('Give the name of a folder for the contract.')
  const target = resolve(folder)
  requireEmpty(target, folder)
  try {
    writeWhole(write, target)
  } catch (error) {
    throw new ConfigurationError(
      `No contract can be written into ${folder} (${reasonOf(error)}): give a folder that you may write.`,
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
    throw new ConfigurationError(`${folder} ${reason}: give a folder that is not there yet, or an empty one.`)
  }
  if (held.length > 0)
    throw new ConfigurationError(
      `The folder ${folder} is not empty: give one that is not there yet, or an empty one, as nothing is written over.`,
    )
}

// An interruption leaves no partial contract.
function writeWhole(write: (made: string) => void, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  const making = join(dirname(target), `.${basename(target)}-${unguessable(4)}`)
  mkdirSync(making)
  try {
    // Temporary folders are private.
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
