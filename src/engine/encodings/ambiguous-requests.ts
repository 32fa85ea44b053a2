// Sends ambiguous and malformed requests. A tenant may refuse them, or carry out a possible meaning.

import { type Operation, operationOf } from '../../contract/index.ts'
import { NotApplicable } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import { isChange } from '../plan/case-distribution.ts'
import type { Notation } from '../requests/form.ts'
import type { Check } from '../suite.ts'
import { type AmbiguousRequest, mustHaveAllowedEffects } from './allowed-effect.ts'
import { ambiguousForms, emptyLists, listsOf } from './ambiguous-forms.ts'
import {
  before,
  behind,
  mislabelled,
  together,
  undefinedParts,
  usuallyAccepted,
  usuallyRefused,
  withoutBody,
} from './ambiguous-json.ts'
import { type Baseline, baselineOf } from './baseline.ts'
import { deviationOf } from './deviation.ts'
import { equivalentOutcomes } from './equivalent-requests.ts'
import { acceptedFormOf } from './form-support.ts'

/** Returns whether the tenant served the combined `undefinedParts`, and records this as evidence. */
const servedTogether = using(
  [equivalentOutcomes],
  async (context, operation: Operation, plain: Baseline): Promise<boolean> => {
    const { probe, control } = plain
    const [first] = await equivalentOutcomes(context, operation)
    if (first === undefined || deviationOf(context, probe, control, first.tried) !== null) return false
    const { exchange } = first.tried.seen
    const detail = { expected: '', received: '', exchange, control: control.seen.exchange }
    context.must.that(true, 'The tenant serves the changed request like the unchanged request.', detail)
    return true
  },
)

const notationTaken = using([acceptedFormOf], async (context): Promise<Notation | null | 'none'> => {
  try {
    return (await acceptedFormOf(context)).notation
  } catch (error) {
    if (error instanceof NotApplicable) return 'none'
    throw error
  }
})

/** The run must remove each created resource, so creations send fewer requests. */
export const ambiguousRequests: Check = using(
  [baselineOf, servedTogether, notationTaken],
  async (context) => {
    const operation = operationOf(context.contract, context.clause.operation)
    const plain = await baselineOf(context, operation)
    const share = (all: readonly AmbiguousRequest[]): readonly AmbiguousRequest[] =>
      context.cases(all, 'change')
    if (operation.request === null) {
      const alone = context.cases(withoutBody, ({ act, request }) => request === null && act === 'read')
      const isServed = await servedTogether(context, operation, plain)
      const first = isServed ? [] : [together(undefinedParts)]
      return mustHaveAllowedEffects(context, plain, [...first, ...alone], [])
    }
    const notation = await notationTaken(context)
    const forms = notation === 'none' ? { accepted: [], refused: [] } : ambiguousForms(notation)
    const lists = notation === 'none' ? [] : emptyLists(notation, plain.probe)
    const first = together([...share(before), ...undefinedParts, ...usuallyAccepted, ...share(behind)])
    const listed = context.cases(lists, (one) => isChange(one) && listsOf(one).length > 0)
    await mustHaveAllowedEffects(
      context,
      plain,
      [first, ...share([...forms.accepted, mislabelled])],
      [...share([...usuallyRefused(plain.probe), ...forms.refused]), ...listed],
    )
  },
)
