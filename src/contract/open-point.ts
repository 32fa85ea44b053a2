// Open points: questions that the specification leaves open.
import type { Pointer } from './schema.ts'

/** How a run learns and uses the answer: `schemas/meta/open-points.json`. */
export type OpenPointKind =
  | 'property-name'
  | 'allowed-values'
  | 'further-members'
  | 'common-members'
  | 'common-request-members'
  | 'further-request-members'
  | 'null-members'
  | 'text-changes'
  | 'text-lengths'
  | 'values'
  | 'unique-values'
  | 'default-of'
  | 'empty-update-moves'
  | 'success-status'
  | 'refusal-status'
  | 'refusal-reasons'
  | 'scopes'
  | 'schema'
  | 'credentials'
  | 'token-lifetime'
  | 'rate-limit'
  | 'rate-limit-reset'
  | 'deprecation'
  | 'delivery-retries'
  | 'delivery-order'
  | 'delivery-copies'
  | 'delivery-delay'
  | 'further-operations'
  | 'form-nesting'
  | 'by-suite'

/** The subject of a question. */
interface Subject {
  /** An operation, a resource, or `fixture:<name>`; for schemas, their owner. */
  readonly name: string
  /** Location in bodies, `*` for any element; "" for the whole. */
  readonly pointer: Pointer
  /** The open point that names the member. */
  readonly property: string | null
}

export interface OpenPoint {
  readonly id: string
  /** "" if unknown. */
  readonly part: string
  readonly question: string
  readonly kind: OpenPointKind
  /** Null for the whole contract. */
  readonly of: Subject | null
  /** The profile's own key; null for an entry in `openPoints`. */
  readonly declaredAt: Pointer | null
  /** Statement of the clause that judges a declared answer. */
  readonly statement: string | null
}

export interface OpenPointSource extends Partial<Omit<OpenPoint, 'id' | 'question' | 'of'>> {
  readonly id: string
  readonly question: string
  /** A name, optionally followed by a pointer or an open point's id. */
  readonly of?: string
}

/** Applies defaults. */
export function openPointOf(source: OpenPointSource): OpenPoint {
  return {
    id: source.id,
    part: source.part ?? '',
    question: source.question,
    kind: source.kind ?? 'by-suite',
    of: source.of === undefined ? null : subjectOf(source.of),
    declaredAt: source.declaredAt ?? null,
    statement: source.statement ?? null,
  }
}

function subjectOf(text: string): Subject {
  const [name = '', place = ''] = text.split(' ')
  const named = place === '' || place.startsWith('/')
  return { name, pointer: named ? place : '', property: named ? null : place }
}

/** True for the operation, its resource, or no particular subject. */
export function isOf({ of }: OpenPoint, operation: string): boolean {
  return of === null || of.name === operation || operation.startsWith(`${of.name}.`)
}
