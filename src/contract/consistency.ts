// Checks references between a contract's files.
import { isObject, type Json, nameOf, tokenOf } from '../base/json.ts'
import { didYouMeanOrKnown } from '../base/nearest.ts'
import type { Contract, Operation } from './contract.ts'
import type { OpenPointKind } from './open-point.ts'
import type { Problems } from './problems.ts'
import { acts, type Pointer, type Resource } from './resource.ts'
import { below, clausesOf, eachSchema, openPropertyOf, type Schema, schemaAt } from './schema.ts'
import { SchemaChecker } from './schema-check.ts'

/** @param fileOf names a file below `schemas/` for messages */
export function checkReferences(
  contract: Contract,
  fileOf: (path: string) => string,
  problems: Problems,
): void {
  const head = fileOf('contract.json')
  const names = [...contract.operations.keys()]
  if (names.length === 0) problems.add(head, '', 'there is no operation: put one into schemas/operations')
  if (contract.probe !== null && !contract.operations.has(contract.probe))
    problems.add(
      head,
      '/probe',
      `there is no operation "${contract.probe}": ${didYouMeanOrKnown(contract.probe, names)}`,
    )
  const schemas = new SchemaChecker()
  for (const operation of contract.operations.values())
    checkOperation(operation, contract, schemas, fileOf(`operations/${operation.name}.json`), problems)
  const routes = new Map<string, string>()
  for (const { name, method, path } of contract.operations.values()) {
    const route = `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`
    const other = routes.get(route)
    if (other !== undefined)
      problems.add(
        fileOf(`operations/${name}.json`),
        '/path',
        `${method} ${path} is the same as that of ${other}: give each operation a method and a path of its own`,
      )
    routes.set(route, name)
  }
  for (const resource of contract.resources.values())
    checkResource(resource, contract, fileOf(`resources/${resource.name}.json`), problems)
  checkOpenPoints(contract, fileOf('open-points.json'), problems)
  if (contract.profileKeys !== null)
    schemas.checkForm(contract.profileKeys, fileOf('profile.json'), '', problems)
  checkClauses(contract, fileOf, problems)
}

function checkOperation(
  operation: Operation,
  contract: Contract,
  schemas: SchemaChecker,
  file: string,
  problems: Problems,
): void {
  const resources = [...contract.resources.keys()]
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  for (const name of inPath)
    if (!declared.includes(name))
      problems.add(
        file,
        '/path',
        `{${name}} is not a parameter: put one of that name with "in": "path" and a schema into parameters`,
      )
  for (const name of new Set(inPath))
    if (inPath.filter((one) => one === name).length > 1)
      problems.add(file, '/path', `{${name}} stands there twice`)
  for (const [index, parameter] of operation.parameters.entries()) {
    const pointer = `/parameters/${index}`
    if (parameter.in === 'path' && !inPath.includes(parameter.name))
      problems.add(file, `${pointer}/name`, `the path has no {${parameter.name}}: ${operation.path}`)
    if (
      operation.parameters.findIndex((one) => one.name === parameter.name && one.in === parameter.in) !==
      index
    )
      problems.add(file, `${pointer}/name`, `there is another parameter "${parameter.name}"`)
    if (
      parameter.resource !== null &&
      parameter.resource !== operation.resource &&
      !contract.resources.has(parameter.resource)
    )
      problems.add(
        file,
        `${pointer}/resource`,
        `there is no resource "${parameter.resource}": ${didYouMeanOrKnown(parameter.resource, resources)}`,
      )
    schemas.check(parameter.schema, file, `${pointer}/schema`, problems)
  }
  if (operation.request !== null) schemas.check(operation.request, file, '/request', problems)
  if (operation.response !== null) schemas.check(operation.response, file, '/response', problems)
  if (!contract.resources.has(operation.resource))
    problems.add(
      file,
      '/name',
      `there is no resource "${operation.resource}", which the operation is named after: ${didYouMeanOrKnown(operation.resource, resources)}`,
    )
  if (operation.method === 'GET' && operation.request !== null)
    problems.add(file, '/request', 'a GET has no body: leave it out')
  if (contract.scopes.size === 0) return
  for (const [index, scope] of (operation.scopes ?? []).entries())
    if (!contract.scopes.has(scope))
      problems.add(
        file,
        `/scopes/${index}`,
        `there is no scope "${scope}" in schemas/scopes.json: ${didYouMeanOrKnown(scope, [...contract.scopes])}`,
      )
}

const methods = {
  create: ['POST', 'PUT'],
  read: ['GET'],
  update: ['PATCH', 'POST', 'PUT'],
  replace: ['PUT', 'POST'],
  delete: ['DELETE', 'POST'],
  list: ['GET'],
} as const satisfies Record<(typeof acts)[number], readonly string[]>

function checkResource(resource: Resource, contract: Contract, file: string, problems: Problems): void {
  const { life, singleton, supplied } = resource
  const names = [...contract.operations.keys()]
  const inLife: Operation[] = []
  for (const act of acts) {
    const name = life[act]
    if (name === undefined) continue
    const operation = contract.operations.get(name)
    const pointer = `/life/${act}`
    if (operation === undefined) {
      problems.add(file, pointer, `there is no operation "${name}": ${didYouMeanOrKnown(name, names)}`)
      continue
    }
    inLife.push(operation)
    if (operation.resource !== resource.name)
      problems.add(file, pointer, `${name} is an operation of ${operation.resource}`)
    else if (!(methods[act] as readonly string[]).includes(operation.method))
      problems.add(
        file,
        pointer,
        `${name} is a ${operation.method}, and the ${act} of a resource is a ${methods[act].join(' or ')}`,
      )
    if (act !== 'create' && act !== 'list' && !singleton && operation.idParameter === null)
      problems.add(
        file,
        pointer,
        `the path of ${name} names none of the resource: ${operation.path}. Put the id into its last segment, as /${resource.name}/{id}, or say at its parameter "resource": "${resource.name}"`,
      )
    if ((act === 'create' || act === 'list') && operation.idParameter !== null)
      problems.add(
        file,
        pointer,
        `the path of ${name} ends in the id of one of the resource: ${operation.path}`,
      )
  }
  const used = acts.filter((act) => act !== 'create' && act !== 'list' && life[act] !== undefined)
  if (singleton && life.create !== undefined)
    problems.add(
      file,
      '/life/create',
      'a singleton is always there and is never made: leave one of the two out',
    )
  if (!singleton && used.length > 0 && life.create === undefined && supplied === null)
    problems.add(
      file,
      '/life',
      `it has no create, so that there is nothing to ${used[0]}: name the operation that makes one, say "singleton": true where there always is one, or "supplied" where ids are given`,
    )
  for (const [name, pointer] of [
    [resource.removedWith, '/removedWith'],
    ...[...resource.references].map(([member, name]) => [name, `/references/${tokenOf(member)}`] as const),
  ] as const)
    if (name !== null && !contract.resources.has(name))
      problems.add(
        file,
        pointer,
        `there is no resource "${name}": ${didYouMeanOrKnown(name, [...contract.resources.keys()])}`,
      )
  if (resource.readBy !== null && !contract.operations.has(resource.readBy.operation))
    problems.add(
      file,
      '/readBy/operation',
      `there is no operation "${resource.readBy.operation}": ${didYouMeanOrKnown(resource.readBy.operation, names)}`,
    )
  checkMembers(resource, inLife, file, problems)
}

// Schemas must contain the members that a resource names.
function checkMembers(
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
      problems.add(file, pointer, `no ${side} of its operations has a member ${member}`)
  }
  const listed = inLife.find(({ act }) => act === 'list')?.response ?? null
  const items = listed === null ? null : typeAt(listed, resource.items)
  if (items !== null && items !== 'array')
    problems.add(
      file,
      '/items',
      `"${resource.items}" is not an array in the response of ${resource.life.list}: give the pointer of the array that holds the items`,
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
  for (const member of resource.compare.keys())
    need([...requests, ...responses], member, `/compare/${tokenOf(member)}`, 'request or response')
  if (resource.nameAt !== null) need(requests, resource.nameAt, '/name', 'request')
  for (const [member, { initial, transitions, values }] of resource.states)
    if (transitions !== null) {
      const place = `/states/${tokenOf(member)}`
      if (initial !== undefined && !values.includes(initial))
        problems.add(file, `${place}/initial`, `${JSON.stringify(initial)} is not one of its states`)
      for (const [from, to] of Object.entries(transitions))
        for (const target of to)
          if (!(String(target) in transitions))
            problems.add(
              file,
              `${place}/transitions/${tokenOf(from)}`,
              `"${String(target)}" is a state without an entry of its own: ${didYouMeanOrKnown(String(target), Object.keys(transitions))}`,
            )
    }
  if (!resource.singleton && resource.life.create !== undefined) {
    const made = own.find(({ act }) => act === 'create')?.response ?? null
    if (made !== null && !mayHold(made, resource.id))
      problems.add(file, '/id', `the response of ${resource.life.create} has no member ${resource.id}`)
  }
}

/** "nothing" if missing, null if the schema leaves the type open. */
function typeAt(schema: Schema, pointer: Pointer): string | null {
  const there = pointer === '' ? schema : schemaAt(schema, pointer)
  if (there === undefined) return mayHold(schema, pointer) ? null : 'nothing'
  return typeof there.type === 'string' ? there.type : null
}

/** Returns whether the schema allows the member. */
function mayHold(schema: Json, pointer: Pointer): boolean {
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
  // Without listed members, any is allowed.
  return schema.properties === undefined && branches.length === 0 && schema.items === undefined
}

// Kinds about the whole contract.
const ofTheContract: readonly OpenPointKind[] = [
  'property-name',
  'allowed-values',
  'credentials',
  'token-lifetime',
  'rate-limit',
  'rate-limit-reset',
  'deprecation',
  'delivery-retries',
  'delivery-order',
  'delivery-copies',
  'delivery-delay',
  'further-operations',
  'further-request-members',
  'null-members',
  'text-changes',
  'form-nesting',
  'by-suite',
]

/** Answers in the profiles of every contract. */
const ofEveryProfile = /^\/(?:errorBody|operations\/[^/]+\/(?:success|scopes|invalidRequest))$/

function checkOpenPoints(
  { openPoints, operations, resources, profileKeys }: Contract,
  file: string,
  problems: Problems,
): void {
  const names = [...operations.keys(), ...resources.keys()]
  const properties = openPoints.filter(({ kind }) => kind === 'property-name').map(({ id }) => id)
  for (const [index, { id, kind, of, declaredAt }] of openPoints.entries()) {
    const place = `/openPoints/${index}`
    if (openPoints.findIndex((one) => one.id === id) !== index)
      problems.add(file, `${place}/id`, `there is another open point "${id}"`)
    if (declaredAt !== null && !ofEveryProfile.test(declaredAt) && !schemaAt(profileKeys ?? {}, declaredAt))
      problems.add(
        file,
        `${place}/declaredAt`,
        `profiles have no ${declaredAt}: put its schema into profile.json, or leave declaredAt out`,
      )
    if (of === null) {
      if (!ofTheContract.includes(kind))
        problems.add(file, place, `"of" is missing: one of kind ${kind} is of an operation or a resource`)
      continue
    }
    const known = kind === 'schema' ? ['errors', 'deliveries'] : names
    if (!known.includes(of.name) && (kind === 'schema' || !of.name.startsWith('fixture:')))
      problems.add(file, `${place}/of`, `there is no "${of.name}": ${didYouMeanOrKnown(of.name, known)}`)
    if (of.property !== null && !properties.includes(of.property))
      problems.add(
        file,
        `${place}/of`,
        `"${of.property}" is not an open point of kind property-name: ${didYouMeanOrKnown(of.property, properties)}`,
      )
  }
}

// Judged for every exchange.
const watched: readonly string[] = ['accepts', 'no-server-error', 'response-json']

function checkClauses(contract: Contract, fileOf: (path: string) => string, problems: Problems): void {
  const byKeyword = new Set<string>()
  for (const { request, response, parameters } of contract.operations.values())
    for (const root of [request, response, ...parameters.map(({ schema }) => schema)])
      eachSchema(root, (schema) => {
        for (const id of Object.values(clausesOf(schema))) byKeyword.add(id)
      })
  if (contract.folders.suites === null)
    for (const { id, name, law, operation, unobservable } of contract.clauses.values())
      if (law === null && unobservable === null && !byKeyword.has(id) && !watched.includes(name))
        problems.add(
          fileOf(`operations/${operation}.json`),
          '/clauses',
          `the clause ${id} has no check: give it a "law", name it in the x-clauses of a keyword, or write a suite`,
        )
  const points = contract.openPoints.map(({ id }) => id)
  const properties = contract.openPoints.filter(({ kind }) => kind === 'property-name').map(({ id }) => id)
  for (const { name, request, response, parameters } of contract.operations.values()) {
    const file = fileOf(`operations/${name}.json`)
    const known = [...contract.clauses.values()].filter((clause) => clause.operation === name)
    const tell = (place: string, message: string): void => problems.add(file, place, message)
    const visit = (schema: Json, place: string): void => {
      if (!isObject(schema)) return
      for (const [keyword, id] of Object.entries(clausesOf(schema))) {
        if (contract.clauses.has(id)) continue
        const short = id.slice(name.length + 1)
        const hint = didYouMeanOrKnown(
          short,
          known.map((clause) => clause.name),
        )
        tell(`${place}/x-clauses/${keyword}`, `"${short}" is not a clause of ${name}: ${hint}`)
      }
      const open = openPropertyOf(schema)
      if (open !== null && !properties.includes(open.point))
        tell(
          `${place}/x-open-property/point`,
          `"${open.point}" is not an open point of kind property-name in schemas/open-points.json: ${didYouMeanOrKnown(open.point, properties)}`,
        )
      if (open !== null) visit(open.schema, `${place}/x-open-property/schema`)
      const notShown = schema['x-not-shown']
      if (isObject(notShown))
        for (const [keyword, id] of Object.entries(notShown))
          if (!points.includes(String(id)))
            tell(
              `${place}/x-not-shown/${keyword}`,
              `"${String(id)}" is not an open point of schemas/open-points.json: ${didYouMeanOrKnown(String(id), points)}`,
            )
      for (const [keyword, inner] of below(schema)) visit(inner, `${place}/${keyword}`)
    }
    visit(request, '/request')
    visit(response, '/response')
    for (const [index, { schema }] of parameters.entries()) visit(schema, `/parameters/${index}/schema`)
  }
}
