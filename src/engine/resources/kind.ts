// Describes how the run creates, finds and removes resources of one kind.
import type { Json } from '../../base/json.ts'
import { at, idTextOf, isObject } from '../../base/json.ts'
import type { Contract, Operation, Resource } from '../../contract/index.ts'
import { fixtureName } from '../../profile/index.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { depthOf, type Key, keyOf, operationRequest, parentNamedBy } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'
import type { IdLength } from './recognition/ownership.ts'

export interface Kind {
  readonly resource: Resource
  readonly title: string
  readonly name: string
  readonly idLength: IdLength
  readonly depth: number
  /** Number of levels of resources that must exist first. */
  readonly level: number
  readonly fixtures: {
    readonly create: string
    readonly read: string
    readonly remove: string
    readonly list: string
  }
}

export function kindOf(contract: Contract, resource: Resource): Kind {
  return {
    resource,
    title: resource.title,
    name: resource.title.replaceAll(' ', '-'),
    idLength: idLengthOf(contract, resource),
    depth: depthOf(contract, resource.name),
    level: levelOf(contract, resource),
    fixtures: {
      create: fixtureName(resource, 'create'),
      read: fixtureName(resource, 'read'),
      remove: fixtureName(resource, 'delete'),
      list: fixtureName(resource, 'list'),
    },
  }
}

/** Stops at circular references. */
function levelOf(contract: Contract, resource: Resource, below: readonly string[] = []): number {
  const create = lifeOf(contract, resource, 'create')
  const parents =
    create?.parameters.flatMap((one) =>
      one.in === 'path' && one !== create.chosenId ? (one.resource ?? []) : [],
    ) ?? []
  const inner = [...below, resource.name]
  const levels = [...parents, ...resource.references.values()].flatMap((name) => {
    const other = contract.resources.get(name)
    return other === undefined || inner.includes(name) ? [] : [1 + levelOf(contract, other, inner)]
  })
  return Math.max(0, ...levels)
}

export function lifeOf(
  contract: Contract,
  { life }: Resource,
  act: keyof Resource['life'],
): Operation | null {
  const name = life[act]
  return name === undefined ? null : (contract.operations.get(name) ?? null)
}

export function removalOf(session: Session, { resource, fixtures }: Kind, key: Key): Request | null {
  const fixture = fixtureOf(session, fixtures.remove)
  if (fixture !== undefined)
    return fixtureRequest(fixtures.remove, fixture, { id: key, unique: session.marker }, 'reversible')
  const operation = lifeOf(session.contract, resource, 'delete')
  if (operation === null) return null
  // With another operation name, the clean-up is no evidence about the operation.
  return {
    ...operationRequest(session.contract, operation, key, undefined),
    operation: 'clean-up',
    effect: 'reversible',
    intent: 'probe',
  }
}

export function readingOf({ contract }: Session, { resource }: Kind, key: Key): Request | null {
  const operation = lifeOf(contract, resource, 'read')
  if (operation === null) return null
  return { ...operationRequest(contract, operation, key, undefined), operation: 'read-back', intent: 'probe' }
}

export function updateThatReads({ contract }: Session, { resource }: Kind, key: Key): Request | null {
  const { readBy } = resource
  const operation = readBy === null ? undefined : contract.operations.get(readBy.operation)
  if (readBy === null || operation === undefined) return null
  const request = operationRequest(contract, operation, key, readBy.body)
  return { ...request, operation: 'read-back', intent: 'probe' }
}

export function upsertedBy(contract: Contract, { resource, depth }: Kind, request: Request): Key | null {
  const id = resource.upsert === null ? undefined : idTextOf(at(request.body, resource.id))
  return id === undefined ? null : keyOf(parentNamedBy(contract, request), id, depth)
}

export function listingOf({ contract }: Session, { resource }: Kind, within: Key): Request | null {
  const operation = lifeOf(contract, resource, 'list')
  if (operation === null) return null
  return {
    ...operationRequest(contract, operation, within, undefined),
    operation: 'read-back',
    intent: 'probe',
  }
}

export function isListed(session: Session, kind: Kind): boolean {
  if (fixtureOf(session, kind.fixtures.list) !== undefined) return true
  const operation = lifeOf(session.contract, kind.resource, 'list')
  return operation !== null && !operation.path.includes('{')
}

export function isReadable(session: Session, { resource, fixtures }: Kind): boolean {
  const declared = [fixtures.read, fixtures.list].some((name) => fixtureOf(session, name) !== undefined)
  return declared || (resource.life.read ?? resource.life.list ?? resource.readBy?.operation) !== undefined
}

export function isRemovable(session: Session, kind: Kind): boolean {
  const declared = fixtureOf(session, kind.fixtures.remove) !== undefined
  if (declared || lifeOf(session.contract, kind.resource, 'delete') !== null) return true
  const { removedWith } = kind.resource
  const parent = removedWith === null ? undefined : session.contract.resources.get(removedWith)
  return parent !== undefined && isRemovable(session, kindOf(session.contract, parent))
}

export function nameIn({ resource }: Pick<Kind, 'resource'>, body: Json | undefined): string | undefined {
  const name = resource.nameAt === null ? undefined : at(body, resource.nameAt)
  return typeof name === 'string' ? name : undefined
}

function idLengthOf(contract: Contract, resource: Resource): IdLength {
  const operations = [...contract.operations.values()].filter((one) => one.resource === resource.name)
  const schemas = operations.flatMap(({ response, idParameter }) => [
    ...(response === null ? [] : [schemaAt(response, resource.id)]),
    ...(idParameter === null ? [] : [idParameter.schema]),
  ])
  const bounds = (keyword: string): readonly number[] =>
    schemas.flatMap((schema) =>
      isObject(schema) && typeof schema[keyword] === 'number' ? [schema[keyword]] : [],
    )
  return {
    charactersMin: Math.max(1, ...bounds('minLength')),
    charactersMax: Math.min(idCharactersMax, ...bounds('maxLength')),
  }
}

const idCharactersMax = 256

function schemaAt(schema: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => at(inner, `/properties/${name}`), schema)
}

export function isSupplied({ life, singleton }: Resource): boolean {
  return life.create === undefined && !singleton
}
