// The parts of an earlier report that a comparison needs.
import type { Baseline } from '../../base/event.ts'
import { mediansOf } from '../measure/measurements.ts'
import type { Report } from './report.ts'

export function baselineOf(file: string, report: Report): Baseline {
  const { tool, target, contract, run, outcome, clauses, openPoints, measurements } = report
  return {
    file,
    tool,
    startedAt: run.startedAt,
    outcome,
    target: { baseUrl: target.baseUrl, profile: target.profile, embedded: target.embedded },
    ...(contract === undefined ? {} : { contract }),
    run: { strict: run.strict, interrupted: run.interrupted, options: run.options },
    clauses: clauses.map(({ id, level, verdict, reason, waived, gap }) => ({
      ...{ id, level, verdict, reason },
      ...(waived === undefined ? {} : { waived }),
      ...(gap === undefined ? {} : { gap }),
    })),
    openPoints,
    ...(measurements === undefined ? {} : { medians: mediansOf(measurements) }),
  }
}
