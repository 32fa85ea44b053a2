// Laws: checks that the engine brings for any contract, by the names with which clauses call them. What a law says, and for
// which operations it holds, stands in `src/contract/law.ts`; a suite's own check of a clause comes before its law.
import type { Check, PhasedCheck } from '../suite.ts'
import * as life from './life.ts'
import * as requests from './requests.ts'

/** By the names of laws. Those that are not here are watched over the whole run. */
export const lawChecks: Readonly<Record<string, Check | PhasedCheck>> = {
  accepts: requests.accepts,
  'malformed-json': requests.malformedJson,
  'media-type': requests.mediaType,
  problem: requests.problem,
  'auth-missing': requests.authMissing,
  'auth-invalid': requests.authInvalid,
  'auth-expired': requests.authExpired,
  'auth-scope': requests.authScope,
  'query-refused': requests.queryRefused,
  'unknown-id': requests.unknownIdRefused,
  'as-sent': life.asSent,
  stored: life.stored,
  'server-set': life.serverSet,
  'ids-unique': life.idsUnique,
  location: life.location,
  'initial-state': life.initialState,
  'unique-refused': life.uniqueRefused,
  'rest-unchanged': life.restUnchanged,
  'empty-update': life.emptyUpdate,
  merges: life.merges,
  replaces: life.replaces,
  'refused-changes-nothing': life.refusedChangesNothing,
  independent: life.independent,
  constant: life.constant,
  moves: life.moves,
  transitions: life.transitions,
  'transitions-refused': life.transitionsRefused,
  'gone-after-delete': life.goneAfterDelete,
  listed: life.listedLaw,
  total: life.total,
  'wrong-parent': life.wrongParent,
  'gone-with-parent': life.goneWithParent,
}

export { set } from './bodies.ts'
export { differences, echoed } from './compare.ts'
export { mustRefuse } from './premises.ts'
export { Subjects } from './subject.ts'
