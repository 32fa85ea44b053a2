// Kinds: what the run has to know of a resource to make ones of it, to find them again and to remove them.
import type { Json } from '../../base/json.ts'
import { at, isObject } from '../../base/json.ts'
import type { Contract, Operation, Resource } from '../../contract/index.ts'
import { fixtureName } from '../../profile/index.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { depthOf, type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'
import type { IdLength } from './ownership.ts'

export interface Kind {
  readonly resource: Resource
  /** What one of it is called. */
  readonly title: string
  /** As ledger and reports name one. */
  readonly name: string
  readonly idLength: IdLength
  /** How many resources each of them stands below. */
  readonly depth: number
  /** Names of the profile's fixtures for it. */
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
    fixtures: {
      create: fixtureName(resource, 'create'),
      read: fixtureName(resource, 'read'),
      remove: fixtureName(resource, 'delete'),
      list: fixtureName(resource, 'list'),
    },
  }
}

/** "an order", "a shelf" */
export function aOf(title: string): string {
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`
}

/** Whether the title of a resource of which there is one is a plural, such as "settings". */
export function isPlural(title: string): boolean {
  return /[^su]s$/.test(title)
}

/** The operation by which the resource lives that way; null where the contract names none. */
export function lifeOf(
  contract: Contract,
  { life }: Resource,
  act: keyof Resource['life'],
): Operation | null {
  const name = life[act]
  return name === undefined ? null : (contract.operations.get(name) ?? null)
}

/**
 * The request that removes one: by the profile's fixture, else by the contract's operation; null where there is neither.
 */
export function removalOf(session: Session, { resource, fixtures }: Kind, key: Key): Request | null {
  const fixture = fixtureOf(session, fixtures.remove)
  if (fixture !== undefined)
    return fixtureRequest(fixtures.remove, fixture, { id: key, unique: session.marker }, 'reversible')
  const operation = lifeOf(session.contract, resource, 'delete')
  if (operation === null) return null
  // No observation of the operation: how often it is sent depends on what the run made.
  return {
    ...operationRequest(session.contract, operation, key, undefined),
    operation: 'clean-up',
    effect: 'reversible',
    intent: 'probe',
  }
}

/** The request that reads one by an operation of the contract; null where none does. */
export function readingOf({ contract }: Session, { resource }: Kind, key: Key): Request | null {
  const operation = lifeOf(contract, resource, 'read')
  if (operation === null) return null
  return { ...operationRequest(contract, operation, key, undefined), operation: 'read-back', intent: 'probe' }
}

/** The request that shows one and changes nothing, where no operation reads it; null where there is none. */
export function updateThatReads({ contract }: Session, { resource }: Kind, key: Key): Request | null {
  const { readBy } = resource
  const operation = readBy === null ? undefined : contract.operations.get(readBy.operation)
  if (readBy === null || operation === undefined) return null
  const request = operationRequest(contract, operation, key, readBy.body)
  return { ...request, operation: 'read-back', intent: 'probe' }
}

/** The request that lists those below the one of `within`; null where no operation does. */
export function listingOf({ contract }: Session, { resource }: Kind, within: Key): Request | null {
  const operation = lifeOf(contract, resource, 'list')
  if (operation === null) return null
  return {
    ...operationRequest(contract, operation, within, undefined),
    operation: 'read-back',
    intent: 'probe',
  }
}

/** Whether all of them can be listed at once. */
export function isListed(session: Session, kind: Kind): boolean {
  if (fixtureOf(session, kind.fixtures.list) !== undefined) return true
  const operation = lifeOf(session.contract, kind.resource, 'list')
  return operation !== null && !operation.path.includes('{')
}

/** Whether anything shows one that is there. */
export function isReadable(session: Session, { resource, fixtures }: Kind): boolean {
  const declared = [fixtures.read, fixtures.list].some((name) => fixtureOf(session, name) !== undefined)
  return declared || (resource.life.read ?? resource.life.list ?? resource.readBy?.operation) !== undefined
}

/** Whether one that the run makes can be removed again: it, or what it vanishes with. */
export function isRemovable(session: Session, kind: Kind): boolean {
  // As `removalOf` chooses, without the request: it is asked before and after each creation.
  const declared = fixtureOf(session, kind.fixtures.remove) !== undefined
  if (declared || lifeOf(session.contract, kind.resource, 'delete') !== null) return true
  const { removedWith } = kind.resource
  const parent = removedWith === null ? undefined : session.contract.resources.get(removedWith)
  return parent !== undefined && isRemovable(session, kindOf(session.contract, parent))
}

/** The name by which the run tells its own; undefined where the body has none. */
export function nameIn({ resource }: Pick<Kind, 'resource'>, body: Json | undefined): string | undefined {
  const name = resource.nameAt === null ? undefined : at(body, resource.nameAt)
  return typeof name === 'string' ? name : undefined
}

// What the schemas say of ids: where a response shows one, or where a path takes one.
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

// Where the contract says nothing of it.
const idCharactersMax = 256

function schemaAt(schema: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => at(inner, `/properties/${name}`), schema)
}

/** Whether ones are given, or made beside the contract. */
export function isSupplied({ life, singleton }: Resource): boolean {
  return life.create === undefined && !singleton
}
