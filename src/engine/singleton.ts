// A resource of which there is one: read before the first change, put back after the last.
import { bodyOf, describeResponse, type Exchange } from '../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import type { Operation } from '../contract/index.ts'
import { type Attempt, isAccepted, NotRun } from '../oracle/index.ts'
import { type Kind, lifeOf } from './kind.ts'
import type { Ledger } from './ledger.ts'
import { operationRequest } from './operation-request.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'
import { differences } from './subjects/index.ts'

// Clean-up sends two updates and two reads at most.
const reservedResources = 2

export class Singleton {
  readonly kind: Kind
  readonly #session: Session
  readonly #ledger: Ledger
  #original: JsonObject | null = null
  #saving: Promise<void> | null = null

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.kind = kind
    this.#session = session
    this.#ledger = ledger
  }

  /** Whether it has been changed and not put back. */
  get left(): boolean {
    return this.#original !== null
  }

  /**
   * Sends a request that may change it.
   * @throws NotRun where it could not be put back
   */
  async send(request: Request, options: SendOptions): Promise<Attempt> {
    if (request.effect !== 'none' && this.#session.allows(request.effect)) {
      this.#saving ??= this.#save().catch((error: unknown) => {
        this.#saving = null
        throw error
      })
      await this.#saving
    }
    return this.#session.send(request, options)
  }

  /** Takes over what another process may have changed: it is to be put back. */
  adopt(original: JsonObject): void {
    this.#original = original
    this.#session.reserve(reservedResources)
  }

  /**
   * Puts it back where it was changed.
   * @returns false where it does not hold what it did
   */
  async restore(): Promise<boolean> {
    const original = this.#original
    if (original === null) return true
    const wanted = this.#sendable(original)
    const isBack = async (): Promise<boolean> => {
      const shown = shownBy(await this.#read({ cleaning: true }))
      return shown !== null && differences(this.kind.resource, wanted, shown).length === 0
    }
    if (!(await isBack())) {
      const writing = this.#writing()
      if (writing === null) return false
      const request = {
        ...operationRequest(this.#session.contract, writing, '', wanted),
        operation: 'clean-up',
        intent: 'probe' as const,
      }
      const exchange = await this.#session.send(request, { cleaning: true })
      if (!isAccepted(exchange)) await this.#session.send(request, { cleaning: true })
      if (!(await isBack())) {
        this.#session.emit({
          type: 'note',
          message: `The ${this.kind.title} could not be put back: its update was answered with ${describeResponse(exchange)}.`,
        })
        return false
      }
    }
    this.#original = null
    this.#session.reserve(-reservedResources)
    this.#ledger.restored(this.kind.name)
    return true
  }

  async #save(): Promise<void> {
    if (this.#writing() === null || lifeOf(this.#session.contract, this.kind.resource, 'read') === null)
      throw new NotRun(
        `it changes the ${this.kind.title}, which could not be read and put back: name an operation that reads it, and one that replaces or updates it, in its life`,
      )
    const read = await this.#read({})
    const original = shownBy(read)
    if (original === null)
      throw new NotRun(
        `it changes the ${this.kind.title}, which could not be put back: its read was answered with ${describeResponse(read)}`,
      )
    if (JSON.stringify(this.#session.config.mask.maskDeep(original)) !== JSON.stringify(original))
      throw new NotRun(`the ${this.kind.title} holds a secret of this run, which no file may hold`)
    this.#ledger.saved(this.kind.name, original)
    this.#original = original
    this.#session.reserve(reservedResources)
  }

  #read(options: SendOptions): Promise<Exchange> {
    const { contract } = this.#session
    const operation = lifeOf(contract, this.kind.resource, 'read')
    if (operation === null) throw new NotRun(`no operation reads the ${this.kind.title}`)
    const request = operationRequest(contract, operation, '', undefined)
    return this.#session.send({ ...request, operation: 'read-back', intent: 'probe' }, options)
  }

  #writing(): Operation | null {
    const { contract } = this.#session
    return lifeOf(contract, this.kind.resource, 'replace') ?? lifeOf(contract, this.kind.resource, 'update')
  }

  // What was shown, less what the service sets and what it shows of members that are not there.
  #sendable(original: JsonObject): JsonObject {
    const schema = this.#writing()?.request ?? {}
    const members = isObject(schema.properties) ? schema.properties : null
    return Object.fromEntries(
      Object.entries(original).filter(
        ([name, value]) =>
          !this.kind.resource.serverSet.has(`/${name}`) &&
          (members === null || (name in members && (value !== null || takesNull(members[name] ?? {})))),
      ),
    )
  }
}

function takesNull(schema: Json): boolean {
  if (!isObject(schema)) return true
  const { type } = schema
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
}

function shownBy(read: Exchange): JsonObject | null {
  const body = bodyOf(read)
  return read.response?.status === 200 && body.ok && isObject(body.value) ? body.value : null
}
