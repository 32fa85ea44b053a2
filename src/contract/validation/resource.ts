// Checks the references of a resource.
import { tokenOf } from '../../base/json.ts'
import { didYouMeanOrKnown, withFullStop } from '../../base/text/nearest.ts'
import type { Contract, Operation } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import { acts, type Resource } from '../resource.ts'
import { schemaAt } from '../schema.ts'
import { checkBeforeDelete } from './before-delete.ts'
import { checkList } from './resource-list.ts'
import { checkMembers, mayHold } from './resource-members.ts'

const methods = {
  create: ['POST', 'PUT'],
  read: ['GET'],
  update: ['PATCH', 'POST', 'PUT'],
  replace: ['PUT', 'POST'],
  delete: ['DELETE', 'POST'],
  list: ['GET'],
} as const satisfies Record<(typeof acts)[number], readonly string[]>

export function checkResource(
  resource: Resource,
  contract: Contract,
  file: string,
  problems: Problems,
): void {
  const { life, singleton, supplied } = resource
  const inLife: Operation[] = []
  const owners = [...contract.operations.values()].map((one) => one.resource)
  if (!owners.includes(resource.name))
    problems.add(
      file,
      '',
      `no operation belongs to the resource "${resource.name}": ${withFullStop(didYouMeanOrKnown(resource.name, [...new Set(owners)]))} The name of an operation starts with its resource, for example ${resource.name}.create`,
    )
  for (const act of acts) {
    const name = life[act]
    if (name === undefined) continue
    const operation = contract.operations.get(name)
    const pointer = `/life/${act}`
    if (operation === undefined) {
      problems.add(file, pointer, unknownName('operation', name, contract.operations.keys()))
      continue
    }
    inLife.push(operation)
    if (operation.resource !== resource.name)
      problems.add(file, pointer, `${name} is an operation of ${operation.resource}, not of ${resource.name}`)
    else if (!(methods[act] as readonly string[]).includes(operation.method))
      problems.add(
        file,
        pointer,
        `${name} is a ${operation.method}, but the ${act} of a resource is a ${methods[act].join(' or ')}`,
      )
    if (act !== 'create' && act !== 'list' && !singleton && operation.idParameter === null)
      problems.add(
        file,
        pointer,
        `the path of ${name} contains no id of the resource: ${operation.path}. Put the id into its last segment, for example /${resource.name}/{id}, or set "resource": "${resource.name}" at its parameter`,
      )
    if ((act === 'create' || act === 'list') && operation.idParameter !== null)
      problems.add(
        file,
        pointer,
        `the path of ${name} must not end with an id of the resource: ${operation.path}`,
      )
  }
  // With a list operation, a run can read resources of other clients, so "read" needs no "create".
  const isListed = life.list !== undefined
  const create = contract.operations.get(life.create ?? '')
  if (resource.idIn === 'path' && create !== undefined && create.chosenId === null)
    problems.add(
      file,
      '/idIn',
      `the path of ${create.name} must end with an id of the resource: ${create.path}`,
    )
  const used = acts.filter(
    (act) => !['create', 'list', ...(isListed ? ['read'] : [])].includes(act) && life[act] !== undefined,
  )
  if (singleton && life.create !== undefined)
    problems.add(
      file,
      '/life/create',
      'a singleton always exists and is never created: remove "singleton" or "create"',
    )
  if (!singleton && used.length > 0 && life.create === undefined && supplied === null)
    problems.add(
      file,
      '/life',
      `the resource has no "create", so the run has nothing to ${used[0]}. Do one of these: name the operation that creates a resource as "create"; if the run only reads resources, name the operation that lists them as "list"; if exactly one always exists, set "singleton": true; if the user supplies ids, set "supplied"`,
    )
  for (const [name, pointer] of [
    [resource.removedWith, '/removedWith'],
    ...[...resource.references].map(([member, name]) => [name, `/references/${tokenOf(member)}`] as const),
  ] as const)
    if (name !== null && !contract.resources.has(name))
      problems.add(file, pointer, unknownName('resource', name, contract.resources.keys()))
  const parent = contract.resources.get(resource.removedWith ?? '')
  if (parent !== undefined && create !== undefined && !isBelow(create, parent))
    problems.add(
      file,
      '/removedWith',
      `the path of ${create.name} (${create.path}) has no id of ${parent.name}: a run could not create a resource below this parent`,
    )
  if (resource.readBy !== null && !contract.operations.has(resource.readBy.operation))
    problems.add(
      file,
      '/readBy/operation',
      unknownName('operation', resource.readBy.operation, contract.operations.keys()),
    )
  for (const [key, pointers] of [
    ['id', resource.idsAt],
    ['envelopes', new Map([...resource.envelopes].map(([name, { response }]) => [name, response]))],
  ] as const)
    for (const [name, member] of pointers) {
      const own = [...contract.operations.values()].filter((one) => one.resource === resource.name)
      const operation = own.find((one) => one.name === name)
      const pointer = `/${key}/${tokenOf(name)}`
      if (operation === undefined)
        problems.add(
          file,
          pointer,
          unknownName(
            'operation',
            name,
            own.map((one) => one.name),
          ),
        )
      else if (key === 'id' && operation.act === 'list') {
        const items = schemaAt(operation.response ?? {}, `${resource.items}/*`)
        const isBare = ['string', 'integer', 'number'].includes(String(items?.type))
        if (isBare ? member !== '' : items !== undefined && !mayHold(items, member))
          problems.add(
            file,
            pointer,
            `an item of ${name} has no member ${member}: the pointer starts at an item, and "" means that the item is the id`,
          )
      } else if (operation.wholeResponse !== null && !mayHold(operation.wholeResponse, member))
        problems.add(file, pointer, `the response of ${name} has no member ${member}`)
    }
  for (const [name, { request }] of resource.envelopes) {
    const whole = contract.operations.get(name)?.wholeRequest ?? null
    if (request !== null && whole !== null && !mayHold(whole, request))
      problems.add(file, `/envelopes/${tokenOf(name)}`, `the request of ${name} has no member ${request}`)
  }
  checkBeforeDelete(resource, contract, file, problems)
  checkMembers(resource, inLife, file, problems)
  checkList(
    resource,
    inLife.find(({ act }) => act === 'list'),
    file,
    problems,
  )
}

function isBelow({ parameters, chosenId }: Operation, parent: Resource): boolean {
  return parameters.some((one) => one.in === 'path' && one !== chosenId && one.resource === parent.name)
}
