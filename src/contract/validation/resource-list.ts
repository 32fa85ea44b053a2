// Checks that the operation that lists a resource has the parameters and members that its paging, filters and sorting name.
import { tokenOf } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import type { Resource } from '../resource.ts'
import type { Pointer } from '../schema.ts'
import { mayHold } from './resource-members.ts'

/** @param list undefined if no operation lists the resource */
export function checkList(
  { paging, filters, sorting, next, items }: Resource,
  list: Operation | undefined,
  file: string,
  problems: Problems,
): void {
  if (paging?.by === 'cursor' && next === null)
    problems.add(
      file,
      '/paging/by',
      'with cursors, "next" gives the pointer of the next cursor in the response',
    )
  if (list === undefined) return
  const names = list.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const needParameter = (name: string, pointer: string): void => {
    if (!names.includes(name)) problems.add(file, pointer, unknownName('query parameter', name, names))
  }
  const needMember = (member: Pointer, pointer: string): void => {
    if (list.response !== null && !mayHold(list.response, `${items}/*${member}`))
      problems.add(file, pointer, `no item in the response of ${list.name} has a member ${member}`)
  }
  for (const key of ['parameter', 'size'] as const) {
    const name = paging?.[key]
    if (name !== undefined) needParameter(name, `/paging/${key}`)
  }
  for (const [name, { member }] of filters) {
    needParameter(name, `/filters/${tokenOf(name)}`)
    needMember(member, `/filters/${tokenOf(name)}`)
  }
  for (const [index, { query, by }] of sorting.entries()) {
    for (const name of Object.keys(query)) needParameter(name, `/sorting/${index}/query/${tokenOf(name)}`)
    needMember(by, `/sorting/${index}/by`)
  }
}
