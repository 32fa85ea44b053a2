// Laws: checks that the engine brings for any contract, by the names with which clauses call them. What a law says, and for
// which operations it holds, stands in `src/contract/law.ts`; a suite's own check of a clause comes before its law.
import type { Check, PhasedCheck } from '../suite.ts'
import { emptyUpdate, merges, replaces, restUnchanged } from './change.ts'
import { firstState, idsUnique, location } from './creation.ts'
import { goneAfterDelete, goneWithParent, wrongParent } from './deletion.ts'
import { asSent, stored } from './echo.ts'
import { independent, mediaTypeIgnored, refusedChangesNothing } from './harm.ts'
import { listedLaw, total } from './lists.ts'
import * as requests from './requests.ts'
import { constant, moves, serverSet } from './server-set.ts'
import { transitions, transitionsRefused } from './states.ts'
import { uniqueRefused } from './unique.ts'

/** By the names of laws. Those that are not here are watched over the whole run. */
export const lawChecks: Readonly<Record<string, Check | PhasedCheck>> = {
  accepts: requests.accepts,
  'malformed-json': requests.malformedJson,
  'media-type': requests.mediaType,
  'media-type-ignored': mediaTypeIgnored,
  problem: requests.problem,
  'auth-missing': requests.authMissing,
  'auth-invalid': requests.authInvalid,
  'auth-expired': requests.authExpired,
  'auth-scope': requests.authScope,
  'query-refused': requests.queryRefused,
  'unknown-id': requests.unknownIdRefused,
  'as-sent': asSent,
  stored: stored,
  'server-set': serverSet,
  'ids-unique': idsUnique,
  location: location,
  'initial-state': firstState,
  'unique-refused': uniqueRefused,
  'rest-unchanged': restUnchanged,
  'empty-update': emptyUpdate,
  merges: merges,
  replaces: replaces,
  'refused-changes-nothing': refusedChangesNothing,
  independent: independent,
  constant: constant,
  moves: moves,
  transitions: transitions,
  'transitions-refused': transitionsRefused,
  'gone-after-delete': goneAfterDelete,
  listed: listedLaw,
  total: total,
  'wrong-parent': wrongParent,
  'gone-with-parent': goneWithParent,
}

export { set } from './bodies.ts'
export { differences, echoed } from './compare.ts'
export { mustRefuse, subjectOf } from './premises.ts'
export { type Seen, type Subject, Subjects } from './subject.ts'
