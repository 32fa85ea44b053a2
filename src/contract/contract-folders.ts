// Finds the folders and files of a contract.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { codeRoot, packageRoot } from '../base/package-root.ts'
import type { Contract, ContractFolders } from './contract.ts'

export type FolderOfContract = ContractFolders & { readonly schemas: string }

/** A build of this package compiles the suites next to `src`. */
export const shippedContract: FolderOfContract = {
  location: packageRoot,
  schemas: join(packageRoot, 'schemas'),
  suites: join(codeRoot, 'suites'),
}

export function isShipped({ folders }: Pick<Contract, 'folders'>): boolean {
  return folders.schemas === shippedContract.schemas
}

export function contractIn(folder: string): FolderOfContract {
  const suites = join(folder, 'suites')
  return { location: folder, schemas: join(folder, 'schemas'), suites: existsSync(suites) ? suites : null }
}

export function sourcesIn({ schemas }: FolderOfContract): readonly string[] {
  return ['.', 'resources', 'operations', 'cross'].flatMap((folder) => [
    folder,
    ...jsonFiles(join(schemas, folder)).map((file) => join(folder, file)),
  ])
}

export function jsonFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
}
