// Reads the ledger of an earlier run for a sweep, or deletes the ledger before the next run.
import { lstatSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { commandName } from '../../base/tool.ts'
import { lockFolder, type Release } from './folder-lock.ts'
import type { ResourceKind } from './ledger-entry.ts'
import { type LedgerContents, readLedger } from './ledger-file.ts'

interface Claimed {
  readonly contents: LedgerContents
  readonly release: Release
}

/** @throws ConfigurationError if a live process uses the folder, or if the sweep cannot use the file */
export async function claimLedger(file: string): Promise<Claimed | null> {
  let release: Release = () => undefined
  try {
    lstatSync(file)
    release = await lockFolder(dirname(file))
    const contents = readLedger(file)
    if (contents !== null) return { contents, release }
    release()
    return null
  } catch (error) {
    release()
    if (error instanceof ConfigurationError) throw error
    if (codeOf(error) === 'ENOENT') return null
    throw new ConfigurationError(
      `${file} can't be swept (${reasonOf(error)}): give the folder of a run with --report-dir, and make sure that this user may write there.`,
    )
  }
}

/**
 * @param mayStay kinds whose resources may stay, each with the fixture that would remove the resources
 * @throws ConfigurationError if the ledger needs a sweep
 */
export function clearLedger(file: string, mayStay: ReadonlyMap<ResourceKind, string>): void {
  const contents = readLedger(file)
  if (contents === null) return
  if (contents.first !== null && !contents.first.embedded && !isAllExcused(contents, mayStay))
    throw new ConfigurationError(
      `${file} shows that an earlier run did not clean up: remove the resources of the earlier run with \`${commandName} sweep --report-dir ${dirname(file)}\` first. If nothing can remove a resource, list the resource under "leftovers" of the profile (\`${commandName} run --write-gaps FILE\` writes this list): then the resource may stay.`,
    )
  rmSync(file)
}

function isAllExcused(
  { first, leftovers, damagedCount }: LedgerContents,
  mayStay: ReadonlyMap<ResourceKind, string>,
): boolean {
  const { resources, intents, saved } = leftovers
  const kinds = new Set([
    ...[...resources].flatMap(([kind, ids]) => (ids.length === 0 ? [] : [kind])),
    ...intents.map(({ kind }) => kind),
  ])
  const excused = [...kinds].every((kind) => {
    const remover = mayStay.get(kind)
    return remover !== undefined && first?.fixtures?.[remover] === undefined
  })
  return excused && saved.size === 0 && damagedCount === 0
}
