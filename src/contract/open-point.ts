// Open points: questions that the specification leaves open, and how a run learns the answer to each.
import type { Pointer } from './resource.ts'

/** How a run learns the answer, and what it does with one that is known: `schemas/meta/open-points.json` tells of each. */
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

/** What a question is of. */
interface Subject {
  /** An operation, a resource, which stands for all its operations, or `fixture:<name>`; of a schema, what has it. */
  readonly name: string
  /** A place in the bodies, `*` for any element; "" for the whole of one. */
  readonly pointer: Pointer
  /** The open point that names the member; null where the pointer does. */
  readonly property: string | null
}

/** A question that the specification leaves open. */
export interface OpenPoint {
  readonly id: string
  /** "" where the contract does not say. */
  readonly part: string
  readonly question: string
  readonly kind: OpenPointKind
  /** Null where it is of the whole contract. */
  readonly of: Subject | null
  /** JSON pointer of the profile's own key for the answer; null where it is declared in `openPoints`. */
  readonly declaredAt: Pointer | null
  /** Statement of the clause by which a declared answer is judged; null where none is. */
  readonly statement: string | null
}

/** An open point as its file states it. */
export interface OpenPointSource extends Partial<Omit<OpenPoint, 'id' | 'question' | 'of'>> {
  readonly id: string
  readonly question: string
  /** A name, and where needed a pointer or the id of an open point after it. */
  readonly of?: string
}

/** The open point, with the defaults for what its file leaves out. */
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

/** Whether the open point is of that operation: it names it, or the resource that the operation is named after, or none. */
export function isOf({ of }: OpenPoint, operation: string): boolean {
  return of === null || of.name === operation || operation.startsWith(`${of.name}.`)
}
