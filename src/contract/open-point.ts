// Open points: questions that the specification leaves open.
import type { Pointer } from './schema.ts'

/** `schemas/meta/open-points.json` describes each kind. */
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

interface Subject {
  /** Name of an operation or resource, or `fixture:<name>`. */
  readonly name: string
  /** JSON pointer into the body. `*` stands for any array element. "" is the whole body. */
  readonly pointer: Pointer
  readonly property: string | null
}

export interface OpenPoint {
  readonly id: string
  readonly part: string
  readonly question: string
  readonly kind: OpenPointKind
  /** Null if the open point concerns the whole contract. */
  readonly of: Subject | null
  /** JSON pointer of the answer in a profile. Null if `openPoints` of the profile contains the answer. */
  readonly declaredAt: Pointer | null
  readonly statement: string | null
}

export interface OpenPointSource extends Partial<Omit<OpenPoint, 'id' | 'question' | 'of'>> {
  readonly id: string
  readonly question: string
  /** A name, or a name, a blank, and a pointer or the id of another open point. */
  readonly of?: string
}

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

export function isOf({ of }: OpenPoint, operation: string): boolean {
  return of === null || of.name === operation || operation.startsWith(`${of.name}.`)
}
