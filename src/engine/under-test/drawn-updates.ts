// Draws updates of one member each from the request schema, for resources without an adapter.
import { type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import type { Bodies } from './request-bodies.ts'
import type { Current, StateMember } from './resource-adapter.ts'

const shownPicks = 2
const drawsMax = 20

interface Source {
  readonly operation: Operation
  readonly resource: Resource
  readonly members: readonly string[]
  readonly state: StateMember | null
  readonly bodies: Bodies
}

/**
 * Omits the state if its current value is unknown.
 * @param pick the number of the variant. Only the first ones avoid null
 */
export function drawnUpdates(
  current: Current,
  pick: number,
  { operation, resource, members, state, bodies }: Source,
): readonly JsonObject[] {
  return members.flatMap((member) => {
    if (member === state?.member) {
      const other = state.values.find(
        (value) => current.state !== null && !current.mayBe({ [member]: value }),
      )
      return other === undefined ? [] : [{ [member]: other }]
    }
    const draw = (): Json | undefined => bodies.of(operation, resource)[member]
    let value = draw()
    // In a merge patch, null removes the member.
    for (let turn = 0; value === null && pick < shownPicks && turn < drawsMax; turn++) value = draw()
    if (value === undefined) return []
    return [bodies.kept({ [member]: value }, operation, resource, `/${tokenOf(member)}`)]
  })
}
