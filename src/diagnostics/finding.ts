// A finding of `doctor`, with a remedy.
import { exitCodes } from '../base/verdict.ts'
import type { RunConfig } from '../engine/index.ts'

/** warning: a run checks less. problem: a run fails or misleads. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown'

export interface Finding {
  /** Stable: "certificate", "scope.orders.create". */
  readonly id: string
  readonly asked: string
  readonly state: State
  /** May hold raw text: escape it. */
  readonly found: string
  /** One step. */
  readonly remedy: string | null
  /** Null unless it is a problem. */
  readonly blames: 'configuration' | 'tenant' | null
  /** Clauses without a verdict; null if unknown. */
  readonly unlocks: number | null
  /** By variable; proven by a request. */
  readonly sets: Readonly<Record<string, string>>
}

type More = Partial<Pick<Finding, 'unlocks' | 'sets'>>

export interface Question {
  ok(found: string, more?: More): Finding
  warning(found: string, remedy: string, more?: More): Finding
  problem(blames: 'configuration' | 'tenant', found: string, remedy: string, more?: More): Finding
  unknown(found: string, remedy?: string | null, more?: More): Finding
}

export function question(id: string, asked: string): Question {
  const finding = (
    state: State,
    found: string,
    remedy: string | null,
    blames: Finding['blames'],
    { unlocks = null, sets = {} }: More = {},
  ): Finding => ({ id, asked, state, found, remedy, blames, unlocks, sets })
  return {
    ok: (found, more) => finding('ok', found, null, null, more),
    warning: (found, remedy, more) => finding('warning', found, remedy, null, more),
    problem: (blames, found, remedy, more) => finding('problem', found, remedy, blames, more),
    unknown: (found, remedy = null, more = {}) => finding('unknown', found, remedy, null, more),
  }
}

/** After the last colon that a word follows. */
export function splitRemedy(sentence: string, otherwise: string): readonly [found: string, remedy: string] {
  const at = sentence.lastIndexOf(': ')
  const todo = at < 0 ? '' : sentence.slice(at + 2)
  if (!/^[a-z]/.test(todo)) return [sentence, otherwise]
  return [sentence.slice(0, at), `${todo.charAt(0).toUpperCase()}${todo.slice(1)}`]
}

/** 0: a run can start. 2: wrong configuration. 3: the tenant is unreachable or lacks something. */
export function exitOf(findings: readonly Finding[]): number {
  const problems = findings.filter(({ state }) => state === 'problem')
  if (problems.some(({ blames }) => blames === 'configuration')) return exitCodes.usage
  return problems.length > 0 ? exitCodes.incomplete : exitCodes.conformant
}

export interface Diagnosis {
  readonly findings: readonly Finding[]
  /** Null without a valid configuration of a tenant. */
  readonly config: RunConfig | null
  /** The matching shipped profile. */
  readonly recognised: string | null
  readonly requests: number
}
