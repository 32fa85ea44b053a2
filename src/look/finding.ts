// A finding: one thing that was looked at before a run, what was found of it, and what to do about it.
import { exitCodes } from '../base/verdict.ts'
import type { RunConfig } from '../engine/index.ts'

/** warning: a run goes on, and shows less. problem: a run can't go on, or goes wrong. unknown: it can't be seen from here. */
export type State = 'ok' | 'warning' | 'problem' | 'unknown'

export interface Finding {
  /** Stable: "certificate", "scope.orders.create". */
  readonly id: string
  /** What was asked, as a question. */
  readonly asked: string
  readonly state: State
  /** What was found, in one line. What a tenant sent is in it as it came: escape it. */
  readonly found: string
  /** What to do about it: one thing, with the variable, flag or command. */
  readonly remedy: string | null
  /** Of a problem: what was configured, or the tenant and what a run needs of it. */
  readonly blames: 'configuration' | 'tenant' | null
  /** How many clauses get no verdict as it is; null where that is not known. */
  readonly unlocks: number | null
  /** Variables that would mend it, where trying them has shown that they do. */
  readonly sets: Readonly<Record<string, string>>
}

type More = Partial<Pick<Finding, 'unlocks' | 'sets'>>

/** Findings on one question. */
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

/**
 * A sentence for the operator, cut where it begins to say what to do: after its last colon that a word follows.
 * @param otherwise what to do where the sentence does not say
 */
export function halves(sentence: string, otherwise: string): readonly [found: string, remedy: string] {
  const at = sentence.lastIndexOf(': ')
  const todo = at < 0 ? '' : sentence.slice(at + 2)
  if (!/^[a-z]/.test(todo)) return [sentence, otherwise]
  return [sentence.slice(0, at), `${todo.charAt(0).toUpperCase()}${todo.slice(1)}`]
}

/** 0: a run can go on. 2: what is configured is wrong. 3: the tenant can't be looked at, or lacks what a run needs. */
export function exitOf(findings: readonly Finding[]): number {
  const problems = findings.filter(({ state }) => state === 'problem')
  if (problems.some(({ blames }) => blames === 'configuration')) return exitCodes.usage
  return problems.length > 0 ? exitCodes.incomplete : exitCodes.conformant
}

/** What a look found. */
export interface Look {
  readonly findings: readonly Finding[]
  /** Null where no tenant is meant, or what is configured says of none. */
  readonly config: RunConfig | null
  /** The shipped profile that the tenant's answers speak for; null where they speak for none. */
  readonly recognised: string | null
  /** Requests sent to the tenant and its token endpoint. */
  readonly requests: number
}
