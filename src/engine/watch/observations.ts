// Turns observations of rules into findings.
import type { Exchange } from '../../base/exchange.ts'
import { type Contract, clauseOfRule } from '../../contract/index.ts'
import {
  ConformanceFailure,
  comparedOf,
  type EvidenceKind,
  type Observation,
  type Problem,
} from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'

export function observationsOf(
  contract: Contract,
  { operation }: Pick<Exchange, 'operation'>,
  rule: string,
  problem: Problem | null,
  kind: EvidenceKind = 'shape',
): readonly Observation[] {
  const clause = clauseOfRule(contract, operation, rule)
  return clause === null ? [] : [{ clause, problem, kind }]
}

export function findingOf(
  { clause, problem, pointers = [], kind = 'shape' }: Observation,
  exchange: Exchange,
): Finding {
  if (problem === null)
    return {
      clause,
      says: 'satisfied',
      evidence: { kind, compared: comparedOf(exchange.operation, pointers), exchange },
    }
  const { says, ...detail } = problem
  const of = detail.pointers ?? pointers
  return {
    clause,
    says: 'violated',
    failure: new ConformanceFailure(says, {
      ...detail,
      ...(of.length === 0 ? {} : { pointers: of }),
      kind,
      exchange,
      control: null,
    }),
  }
}
