// Reads and writes the shipped contract as one file, for a fast start (docs/decisions/0026-start-time.md).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '../base/json.ts'
import { codeRoot } from '../base/package-root.ts'
import type { Contract } from './contract.ts'
import type { FolderOfContract } from './contract-folders.ts'

export const precompiledContractFile = 'precompiled-contract.json'

interface Kept {
  /** Paths relative to `schemas`. */
  readonly sources: readonly string[]
  readonly contract: Json
}

// In JSON, an object with one of these members stands for a map or a set.
const [mapMember, setMember] = ['$map', '$set']

export function precompiledText({ folders: _, ...contract }: Contract, sources: readonly string[]): string {
  const plain = (_key: string, value: unknown): unknown =>
    value instanceof Map
      ? { [mapMember]: [...value] }
      : value instanceof Set
        ? { [setMember]: [...value] }
        : value
  return JSON.stringify({ sources, contract }, plain)
}

/** Returns null if the file is missing, or older than a source. */
export function precompiledContract(folders: FolderOfContract, root = codeRoot): Contract | null {
  const made = statSync(join(root, precompiledContractFile), { throwIfNoEntry: false })
  if (made === undefined) return null
  const text = readFileSync(join(root, precompiledContractFile), 'utf8')
  const { sources, contract } = JSON.parse(text) as Kept
  // The sources include folders, because a new file changes the modification time of its folder.
  const changed = (source: string): boolean => {
    const found = statSync(join(folders.schemas, source), { throwIfNoEntry: false })
    return found === undefined || found.mtimeMs > made.mtimeMs
  }
  if (sources.some(changed)) return null
  return frozen({ ...(contract as JsonObject), folders }) as Contract
}

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
