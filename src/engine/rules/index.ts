// Built-in rules: checks for any contract. A suite's check of the same clause replaces the rule.

import { calibration, using } from '../fixture.ts'
import { isSupplied } from '../resources/kind.ts'
import { checkAlternation, checkSequences } from '../sequences/index.ts'
import { type Check, type PhasedCheck, stateful } from '../suite.ts'
import { acceptedEnds, acceptedTakesEffect } from './accepted/index.ts'
import { constraintKept, referenceExists } from './constraints.ts'
import { firstState, idsNotReused, idsUnique, location } from './creation.ts'
import * as credentials from './credentials.ts'
import {
  earlyDeleteRefused,
  endedAfterDelete,
  goneAfterDelete,
  goneWithParent,
  wrongParent,
} from './deletion.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { parameterFilters } from './lists/filters.ts'
import { listedRule, total } from './lists/lists.ts'
import { eachOnce, linkNext, pageSize } from './lists/paging.ts'
import { sorted } from './lists/sorting.ts'
import * as logins from './logins.ts'
import { idempotent, normalised } from './normalised-values.ts'
import { idAsWritten, idRefusedInJson, otherId } from './other-ids.ts'
import { parameterAccepted, parameterRequired } from './parameters.ts'
import { emptyUpdate, merges, replaces, restUnchanged } from './partial-updates.ts'
import { constant, moves, serverSet } from './server-set.ts'
import { independent, mediaTypeIgnored, refusedChangesNothing, safeChangesNothing } from './side-effects.ts'
import * as requests from './single-requests.ts'
import { staleRefused } from './stale-changes.ts'
import { transitions, transitionsRefused } from './state-transitions.ts'
import { asSent, stored } from './stored-values.ts'
import { suppliedGone, suppliedIndependent, suppliedUnknown } from './supplied-resources.ts'
import { uniqueRefused } from './unique-values.ts'
import * as updates from './updates/index.ts'

/** For an adapter with `changes`, `otherwise` would miss faults of updates (decision 0035). */
const withAdapter = (rule: updates.UpdateRule, otherwise: Check): Check =>
  using([rule, calibration, otherwise], (context) => {
    const { operation, resource } = subjectOf(context)
    const { changes } = context.adapters.named(resource.name)
    return changes === undefined || operation.act !== 'update'
      ? otherwise(context)
      : rule(context, context.resource(resource.name))
  })

const preProvisioned = (rule: Check, otherwise: Check): Check =>
  using([rule, otherwise], (context) => (isSupplied(subjectOf(context).resource) ? rule : otherwise)(context))

const forClient = (rule: updates.UpdateRule): Check =>
  using([rule, calibration], (context) => rule(context, context.resource(subjectOf(context).resource.name)))

const anySequence: updates.UpdateRule = async (context, all) => {
  await checkSequences(context, all)
  await checkAlternation(context, all)
}

/** A rule without an entry needs no check: the monitor judges it in all responses. */
export const ruleChecks: Readonly<Record<string, Check | PhasedCheck>> = {
  accepts: requests.accepts,
  'no-server-error': requests.openRequest,
  'malformed-json': requests.malformedJson,
  'media-type': requests.mediaType,
  'media-type-ignored': mediaTypeIgnored,
  problem: requests.problem,
  'auth-missing': credentials.authMissing,
  'auth-invalid': credentials.authInvalid,
  'auth-expired': credentials.authExpired,
  'auth-scope': credentials.authScope,
  'login-refuses': logins.loginRefuses,
  'session-ended': logins.sessionEnded,
  'alternative-accepted': credentials.alternativeAccepted,
  'query-refused': requests.queryRefused,
  'unknown-id': preProvisioned(suppliedUnknown, requests.unknownIdRefused),
  'other-id': otherId,
  'id-as-written': idAsWritten,
  'id-refused-in-json': idRefusedInJson,
  'as-sent': asSent,
  stored,
  normalised,
  idempotent,
  constraint: constraintKept,
  'reference-exists': referenceExists,
  'server-set': withAdapter(updates.notAdopted, serverSet),
  'ids-unique': idsUnique,
  'ids-not-reused': idsNotReused,
  location: location,
  'initial-state': firstState,
  'unique-refused': uniqueRefused,
  'rest-unchanged': withAdapter(updates.restUnchanged, restUnchanged),
  'empty-update': withAdapter(updates.emptyUpdate, emptyUpdate),
  merges: merges,
  'replaces-objects': updates.replacesObjects,
  replaces: replaces,
  'refused-changes-nothing': withAdapter(updates.refusedChangesNothing, refusedChangesNothing),
  independent: preProvisioned(suppliedIndependent, withAdapter(updates.independent, independent)),
  constant: withAdapter(updates.constant, constant),
  moves: withAdapter(updates.neverBack, moves),
  'several-members': forClient(updates.severalMembers),
  'updates-at-once': forClient(updates.updatesAtOnce),
  'form-body': forClient(updates.formBody),
  'any-sequence': { ...stateful(forClient(anySequence)), early: true },
  transitions: transitions,
  'transitions-refused': transitionsRefused,
  'gone-after-delete': preProvisioned(suppliedGone, goneAfterDelete),
  'ended-after-delete': endedAfterDelete,
  'early-delete-refused': earlyDeleteRefused,
  'accepted-ends': acceptedEnds,
  'accepted-takes-effect': acceptedTakesEffect,
  'stale-refused': staleRefused,
  'safe-changes-nothing': safeChangesNothing,
  upsert: updates.upsert,
  'upsert-unknown': updates.upsertUnknown,
  supersedes: updates.supersedes,
  'patch-refused': updates.patchRefused,
  'patch-atomic': updates.patchAtomic,
  'patch-removes': updates.patchRemoves,
  listed: listedRule,
  total: total,
  'page-size': pageSize,
  'each-once': eachOnce,
  'link-next': linkNext,
  'parameter-filters': parameterFilters,
  sorted,
  'wrong-parent': wrongParent,
  'gone-with-parent': goneWithParent,
  'parameter-accepted': parameterAccepted,
  'parameter-required': parameterRequired,
}

export { nameFreeAgain } from './creation.ts'
export { carriedOut, deletionScenario, mustHaveSurvived, served } from './deletion-scenario.ts'
export { mustRefuse, mustShow } from './fixtures/assertions.ts'
export { permitChange, validRequestOf } from './fixtures/preconditions.ts'
export { otherKindsUnchanged } from './other-resources.ts'
export { parameterKeyword } from './parameters.ts'
export { idLength, unknown } from './path-ids.ts'
