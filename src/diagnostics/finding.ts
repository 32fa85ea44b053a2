// A finding answers one question of `doctor`, with a remedy if something is wrong.
import { exitCodes } from '../base/verdict.ts'
import type { RunConfig } from '../engine/index.ts'

/** `problem`: a run fails, or its results mislead. `warning`: for example, a run checks fewer clauses. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown'

export interface Finding {
  /** Id of the question, for example "certificate" or "scope.orders.create". */
  readonly id: string
  readonly asked: string
  readonly state: State
  /** Escape this text, because it can contain text of the tenant. */
  readonly found: string
  readonly remedy: string | null
  readonly blames: 'configuration' | 'tenant' | null
  /** Number of clauses without a verdict until the operator follows the remedy. Null if unknown. */
  readonly unlocks: number | null
  /** Values that a request has shown to be correct, by environment variable. */
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

export function splitRemedy(sentence: string, otherwise: string): readonly [found: string, remedy: string] {
  const at = sentence.lastIndexOf(': ')
  const todo = at < 0 ? '' : sentence.slice(at + 2)
  if (!/^[a-z]/.test(todo)) return [sentence, otherwise]
  return [sentence.slice(0, at), `${todo.charAt(0).toUpperCase()}${todo.slice(1)}`]
}

export function exitOf(findings: readonly Finding[]): number {
  const problems = findings.filter(({ state }) => state === 'problem')
  if (problems.some(({ blames }) => blames === 'configuration')) return exitCodes.usage
  return problems.length > 0 ? exitCodes.incomplete : exitCodes.conformant
}

export interface Diagnosis {
  readonly findings: readonly Finding[]
  readonly config: RunConfig | null
  /** The shipped profile that matches the tenant's responses. Null if none or several match. */
  readonly recognised: string | null
  readonly requests: number
}
