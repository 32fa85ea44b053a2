// Mutations of requests. The tenant then ignores, misreads or repeats a request.
import { isObject } from '../../src/base/json.ts'
import type { Operation } from '../../src/contract/index.ts'
import { schedule, type Time, type WireMutation } from './mutation.ts'
import { ofAuthorization } from './requests/authorization.ts'
import { ofMember, ofWholeBody } from './requests/body.ts'
import { ofPathId } from './requests/path-id.ts'
import { ofProcessing } from './requests/processing.ts'

export const ofRequests = (operation: Operation, time: Time): readonly WireMutation[] =>
  [
    ...(operation.request === null ? [] : [...ofWholeBody, ...membersOf(operation).flatMap(ofMember)]),
    ...(operation.idParameter === null ? [] : ofPathId),
    ...ofAuthorization,
    ...ofProcessing,
  ].map(({ place, change, start }) => ({
    operation: operation.name,
    place,
    change,
    time,
    start: () => start(schedule(time)),
  }))

/** Returns the top-level members, and the forwarding state. */
const membersOf = ({ request }: Operation): readonly string[] => {
  const properties = isObject(request) && isObject(request.properties) ? request.properties : {}
  const open = isObject(request) && isObject(request['x-open-property'])
  return [...Object.keys(properties), ...(open ? ['status'] : [])]
}
