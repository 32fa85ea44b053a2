// Checks that schemas have the members that the file of a resource names.
import { isObject, type Json, nameOf, tokenOf } from '../../base/json.ts'
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Operation } from '../contract.ts'
import type { Problems } from '../problems.ts'
import type { Comparison, Resource } from '../resource.ts'
import { type Pointer, type Schema, schemaAt } from '../schema.ts'
import { checkConstraints, checkNormalisations } from './constraints.ts'

export function checkMembers(
  resource: Resource,
  inLife: readonly Operation[],
  file: string,
  problems: Problems,
): void {
  const own = inLife.filter(({ act }) => act !== 'list')
  const requests = own.map(({ request }) => request).filter((one) => one !== null)
  const responses = own.map(({ response }) => response).filter((one) => one !== null)
  const within = (schemas: readonly Schema[], pointer: Pointer): boolean =>
    schemas.length === 0 || schemas.some((schema) => mayHold(schema, pointer))
  const need = (schemas: readonly Schema[], member: Pointer, pointer: string, side: string): void => {
    if (!within(schemas, member))
      problems.add(
        file,
        pointer,
        `no ${side} of its operations has a member ${member}: ${didYouMeanOrKnown(member, pointersIn(schemas))}`,
      )
  }
  const listed = inLife.find(({ act }) => act === 'list')?.response ?? null
  const items = listed === null ? null : typeAt(listed, resource.items)
  if (items !== null && items !== 'array')
    problems.add(
      file,
      '/items',
      `"${resource.items}" is not an array in the response of ${resource.life.list}: give the pointer of the array with the items`,
    )
  for (const member of resource.serverSet.keys())
    need(responses, member, `/serverSet/${tokenOf(member)}`, 'response')
  for (const member of resource.states.keys())
    need([...requests, ...responses], member, `/states/${tokenOf(member)}`, 'request or response')
  for (const [index, member] of resource.unique.entries())
    need(requests, member, `/unique/${index}`, 'request')
  for (const [index, member] of resource.secret.entries())
    need(requests, member, `/secret/${index}`, 'request')
  for (const member of resource.references.keys())
    need(requests, member, `/references/${tokenOf(member)}`, 'request')
  for (const member of resource.normalises.keys())
    need(requests, member, `/normalises/${tokenOf(member)}`, 'request')
  for (const [index, { members }] of resource.constraints.entries())
    for (const member of members) need(requests, member, `/constraints/${index}`, 'request')
  checkTypes(resource, [...requests, ...responses], file, problems)
  checkNormalisations(resource, requests, file, problems)
  checkConstraints(resource, requests, file, problems)
  for (const member of resource.compare.keys())
    need([...requests, ...responses], member, `/compare/${tokenOf(member)}`, 'request or response')
  for (const member of resource.ended.keys()) need(responses, member, `/ended/${tokenOf(member)}`, 'response')
  if (resource.nameAt !== null) need(requests, resource.nameAt, '/name', 'request')
  for (const [member, { initial, transitions, values }] of resource.states)
    if (transitions !== null) {
      const place = `/states/${tokenOf(member)}`
      if (initial !== undefined && !values.includes(initial))
        problems.add(
          file,
          `${place}/initial`,
          `${JSON.stringify(initial)} is not a state of this member: use one of ${values.map((one) => JSON.stringify(one)).join(', ')}`,
        )
      for (const [from, to] of Object.entries(transitions))
        for (const target of to)
          if (!(String(target) in transitions))
            problems.add(
              file,
              `${place}/transitions/${tokenOf(from)}`,
              `"${String(target)}" has no entry in "transitions": ${didYouMeanOrKnown(String(target), Object.keys(transitions))}`,
            )
    }
  if (!resource.singleton && resource.life.create !== undefined) {
    const create = own.find(({ act }) => act === 'create')
    const made = create?.response ?? null
    // After a 202, only a later response contains the resource.
    const isLater = create?.success?.includes(202) === true
    const isElsewhere = isLater || resource.idIn !== null || resource.idsAt.has(create?.name ?? '')
    const sent = create?.request ?? null
    if (resource.idIn === 'request' && sent !== null && !mayHold(sent, resource.id))
      problems.add(
        file,
        '/id',
        `the request of ${resource.life.create} has no member ${resource.id}: ${didYouMeanOrKnown(resource.id, pointersIn([sent]))}`,
      )
    if (made !== null && !isElsewhere && !mayHold(made, resource.id))
      problems.add(
        file,
        '/id',
        `the response of ${resource.life.create} has no member ${resource.id}: ${didYouMeanOrKnown(resource.id, pointersIn([made]))}`,
      )
  }
}

const comparedTypes: Readonly<Partial<Record<Comparison, string>>> = {
  set: 'array',
  url: 'string',
  instant: 'string',
  second: 'string',
  'ignore-case': 'string',
}

function checkTypes(
  { compare, nameAt }: Resource,
  schemas: readonly Schema[],
  file: string,
  problems: Problems,
): void {
  const typesOf = (member: Pointer): readonly string[] =>
    schemas.flatMap((schema) => [schemaAt(schema, member)?.type ?? []].flat().map(String))
  for (const [member, how] of compare) {
    const [wanted, types] = [comparedTypes[how], typesOf(member)]
    if (wanted !== undefined && types.length > 0 && !types.includes(wanted))
      problems.add(
        file,
        `/compare/${tokenOf(member)}`,
        `"${how}" compares values of the type ${wanted}, but ${member} is ${types[0]}`,
      )
  }
  const types = nameAt === null ? [] : typesOf(nameAt)
  if (types.length > 0 && !types.includes('string'))
    problems.add(file, '/name', `the run uses a text as the name, but ${nameAt} is ${types[0]}`)
}

/** Returns "nothing" if the schema does not allow the member, and null if the type is unknown. */
function typeAt(schema: Schema, pointer: Pointer): string | null {
  const there = pointer === '' ? schema : schemaAt(schema, pointer)
  if (there === undefined) return mayHold(schema, pointer) ? null : 'nothing'
  return typeof there.type === 'string' ? there.type : null
}

/** Returns the pointers of all members of the schemas, except members of array elements. */
export function pointersIn(schemas: readonly Json[], above: Pointer = ''): readonly Pointer[] {
  const all = schemas.flatMap((schema) => {
    const properties =
      isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : []
    return properties.flatMap(([name, member]) => {
      const own = `${above}/${tokenOf(name)}`
      return [own, ...pointersIn([member], own)]
    })
  })
  return [...new Set(all)]
}

export function mayHold(schema: Json, pointer: Pointer): boolean {
  if (pointer === '') return true
  if (!isObject(schema)) return schema === true
  const [, head = '', ...rest] = pointer.split('/')
  const name = nameOf(head)
  const tail = rest.map((one) => `/${one}`).join('')
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? (schema[key] as Json[]) : [],
  )
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (name in properties) return mayHold(properties[name] ?? true, tail)
  if (isObject(schema.items) && /^(?:\d+|\*)$/.test(name)) return mayHold(schema.items, tail)
  if (branches.some((branch) => mayHold(branch, pointer))) return true
  // Without these keywords, a schema allows any member.
  return schema.properties === undefined && branches.length === 0 && schema.items === undefined
}
