// The specification's statements, and how each is covered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchesGlob } from '../base/glob.ts'
import type { Json } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { validatorOf } from '../base/schemas/validator.ts'

/** One of the optional members says how it is covered. */
export interface Requirement {
  /** "<part>-<number>", in reading order. */
  readonly id: string
  readonly statement: string
  readonly clauses?: readonly string[]
  readonly openPoints?: readonly string[]
  readonly context?: string
  /** Why no clause judges the statement. */
  readonly decision?: string
}

/** In reading order. @throws if the file violates its schema */
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
