// Finds existing resources for the path parameters of requests.
import type { Operation, Resource } from '../../contract/index.ts'
import { NotRun } from '../../oracle/index.ts'
import { type Key, keyOf } from '../requests/operation-request.ts'
import { kindOf, lifeOf } from '../resources/kind.ts'
import { list } from '../resources/listing.ts'
import type { SendOptions, Session } from '../session/session.ts'
import { operationFor } from './resource-under-test.ts'

/** For each kind that no operation creates, the key of a listed resource. */
export type Existing = Map<string, Promise<Key>>

interface PathKeysParts {
  readonly session: Session
  readonly existing: Existing
  readonly options: SendOptions
  readonly make: (resource: Resource) => Promise<Key>
}

export class PathKeys {
  readonly #session: Session
  readonly #existing: Existing
  readonly #options: SendOptions
  readonly #make: PathKeysParts['make']

  constructor({ session, existing, options, make }: PathKeysParts) {
    this.#session = session
    this.#existing = existing
    this.#options = options
    this.#make = make
  }

  /** If no operation creates the resource, returns a listed one, which checks must not change. */
  async of(resource: Resource): Promise<Key> {
    if (resource.singleton || resource.life.create !== undefined) return this.#make(resource)
    const known = this.#existing.get(resource.name) ?? this.#listed(resource)
    this.#existing.set(resource.name, known)
    return known
  }

  async #listed(resource: Resource): Promise<Key> {
    if (resource.life.list === undefined)
      throw new NotRun(
        `no operation of the contract creates or lists ${resource.name}: name the operation in "life" of ${resource.name}, or give the value of the path parameter under "parameters" in the profile`,
        'specification',
      )
    const kind = kindOf(this.#session.contract, resource)
    const within = await this.parentFor(resource)
    const [first] = (await list(this.#session, kind, within, this.#options))?.items ?? []
    if (first === undefined)
      throw new NotRun(`the tenant lists no ${resource.title}, and no operation creates one`)
    return keyOf(within, first.id, kind.depth)
  }

  /** Returns "" for a resource without a parent. */
  async parentFor(resource: Resource): Promise<Key> {
    const { contract } = this.#session
    return this.parentIn(
      lifeOf(contract, resource, 'create') ?? operationFor(this.#session, resource, 'list'),
      resource,
    )
  }

  /** Returns "" if the path contains no id of a parent. */
  async parentIn(operation: Operation, resource: Resource): Promise<Key> {
    const { contract } = this.#session
    const last = operation.parameters.filter((one) => one.in === 'path' && one !== operation.chosenId).at(-1)
    if (last === undefined) return ''
    const parent = last.resource === null ? undefined : contract.resources.get(last.resource)
    if (parent === undefined || parent.name === resource.name)
      throw new NotRun(
        `the contract does not say which resource {${last.name}} of ${operation.path} names: set "resource" of this parameter`,
        'specification',
      )
    return this.of(parent)
  }
}
