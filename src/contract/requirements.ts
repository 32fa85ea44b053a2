// The statements of the specification, and how the contract covers them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchesGlob } from '../base/glob.ts'
import type { Json } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { validatorOf } from '../base/schemas/validator.ts'

export interface Requirement {
  /** Id in the form "<part>-<number>". */
  readonly id: string
  readonly statement: string
  readonly clauses?: readonly string[]
  readonly openPoints?: readonly string[]
  readonly context?: string
  /** Explains why no clause judges the statement. */
  readonly decision?: string
}

/** @throws Error if the file violates its schema */
export function loadRequirements(): readonly Requirement[] {
  const read = (file: string): Json =>
    JSON.parse(readFileSync(join(packageRoot, 'schemas', file), 'utf8')) as Json
  const file = read('requirements.json')
  const valid = validatorOf({ settings: 'requirements', schema: read('meta/requirements.json') })
  if (!valid(file)) throw new Error(`schemas/requirements.json: ${JSON.stringify(valid.errors)}`)
  return (file as unknown as { readonly requirements: readonly Requirement[] }).requirements
}

export function partOf({ id }: Requirement): string {
  return id.slice(0, id.lastIndexOf('-'))
}

export function idsMatching(name: string, known: Iterable<string>): readonly string[] {
  return [...known].filter((id) => matchesGlob(id, name))
}

export function requirementsOf(clause: string, all: readonly Requirement[]): readonly Requirement[] {
  return all.filter(({ clauses = [] }) => clauses.some((name) => matchesGlob(clause, name)))
}
