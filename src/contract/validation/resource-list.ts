// Checks that the list operation supports the paging, the filters and the sorting of a resource.
import { tokenOf } from '../../base/json.ts'
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Operation } from '../contract.ts'
import type { Problems } from '../problems.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, schemaAt } from '../schema.ts'
import { mayHold, pointersIn } from './resource-members.ts'

export function checkList(
  { paging, filters, sorting, next, total, items }: Resource,
  list: Operation | undefined,
  file: string,
  problems: Problems,
): void {
  if (paging?.by === 'cursor' && next === null)
    problems.add(
      file,
      '/paging/by',
      'paging by cursors needs "next": set the pointer of the next cursor in the response',
    )
  if (list === undefined) return
  const names = list.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const needParameter = (name: string, pointer: string): void => {
    if (names.includes(name)) return
    const known =
      names.length === 0
        ? `${list.name} has no query parameters, so add this parameter to the operation`
        : didYouMeanOrKnown(name, names)
    problems.add(file, pointer, `there is no query parameter "${name}": ${known}`)
  }
  const needMember = (member: Pointer, pointer: string): void => {
    if (list.response === null || mayHold(list.response, `${items}/*${member}`)) return
    const item = schemaAt(list.response, `${items}/*`) ?? {}
    problems.add(
      file,
      pointer,
      `no item in the response of ${list.name} has a member ${member}: ${didYouMeanOrKnown(member, pointersIn([item]))}`,
    )
  }
  for (const [key, member] of [
    ['total', total],
    ['next', next],
  ] as const)
    if (member !== null && list.response !== null && !mayHold(list.response, member))
      problems.add(
        file,
        `/${key}`,
        `the response of ${list.name} has no member ${member}: ${didYouMeanOrKnown(member, pointersIn([list.response]))}`,
      )
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
