// Requirements: what the specification says, sentence by sentence in our own words, and what becomes of each statement.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { validatorOf } from '../base/schemas/validator.ts'

/** One statement of the specification, with one of the four ways in which it is accounted for. */
export interface Requirement {
  /** "<part>-<number>", numbered in the order of reading. */
  readonly id: string
  readonly statement: string
  /** The clauses that judge it: ids, or patterns in which * stands for any characters. */
  readonly clauses?: readonly string[]
  /** The open points that it leaves. */
  readonly openPoints?: readonly string[]
  /** Why there is nothing to judge. */
  readonly context?: string
  /** Number of the decision record that says why it is not judged. */
  readonly decision?: string
}

/** The requirements of the shipped contract, in the order of reading. Throws where the file contradicts its schema. */
export function loadRequirements(): readonly Requirement[] {
  const read = (file: string): Json =>
    JSON.parse(readFileSync(join(packageRoot, 'schemas', file), 'utf8')) as Json
  const file = read('requirements.json')
  const valid = validatorOf({ reading: 'requirements', schema: read('meta/requirements.json') })
  if (!valid(file)) throw new Error(`schemas/requirements.json: ${JSON.stringify(valid.errors)}`)
  return (file as unknown as { readonly requirements: readonly Requirement[] }).requirements
}

/** The part of the specification that a requirement stands in. */
export function partOf({ id }: Requirement): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** The ids among `known` that a name of a requirement means, in their order: one, or all that a pattern matches. */
export function named(name: string, known: Iterable<string>): readonly string[] {
  const pattern = new RegExp(`^${name.split('*').map(literal).join('.*')}$`)
  return [...known].filter((id) => pattern.test(id))
}

/** The requirements that name the clause. */
export function requirementsOf(clause: string, all: readonly Requirement[]): readonly Requirement[] {
  return all.filter(({ clauses = [] }) => clauses.some((name) => named(name, [clause]).length > 0))
}

function literal(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
}
