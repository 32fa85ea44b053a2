// The shipped contract as one file, made at the build: what its files say of each other need not be worked out at every start
// (docs/decisions/0026-start-time.md).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '../base/json.ts'
import { codeRoot } from '../base/package-root.ts'
import type { Contract } from './contract.ts'

/** Where the build keeps it, in the folder of what was built. */
export const keptContractFile = 'kept-contract.json'

interface Kept {
  /** What it was made of: files and their folders, relative to the folder of the contract's schemas. */
  readonly sources: readonly string[]
  readonly contract: Json
}

// What JSON has no form for stands in an object of one member.
const [mapMember, setMember] = ['$map', '$set']

/** The text of the file. @param sources what it was made of, relative to the folder of its schemas */
export function keptText({ folders: _, ...contract }: Contract, sources: readonly string[]): string {
  const plain = (_key: string, value: unknown): unknown =>
    value instanceof Map
      ? { [mapMember]: [...value] }
      : value instanceof Set
        ? { [setMember]: [...value] }
        : value
  return JSON.stringify({ sources, contract }, plain)
}

/** The contract that was kept, frozen; null where none was, or one of its sources was changed since. */
export function keptContract(folders: Contract['folders'], root = codeRoot): Contract | null {
  const made = statSync(join(root, keptContractFile), { throwIfNoEntry: false })
  if (made === undefined) return null
  const text = readFileSync(join(root, keptContractFile), 'utf8')
  const { sources, contract } = JSON.parse(text) as Kept
  // A folder changes when a file comes to it, or goes.
  const changed = (source: string): boolean => {
    const found = statSync(join(folders.schemas, source), { throwIfNoEntry: false })
    return found === undefined || found.mtimeMs > made.mtimeMs
  }
  if (sources.some(changed)) return null
  return frozen({ ...(contract as JsonObject), folders }) as Contract
}

/** Frozen, with maps and sets again where they were. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (typeof member === 'object' && member !== null) members[name] = frozen(member)
  }
  const { [mapMember]: entries, [setMember]: items } = members
  if (Array.isArray(entries)) return Object.freeze(new Map(entries as [unknown, unknown][]))
  if (Array.isArray(items)) return Object.freeze(new Set(items))
  return Object.freeze(value)
}
