// Decides who wrote each value of a singleton: the original author, the run, or another client.
import { isObject, type Json, type JsonObject, parseExact } from '../../../base/json.ts'
import { NotRun } from '../../../oracle/index.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { SavedBefore } from '../../ledger/ledger-entry.ts'
import type { Request } from '../../requests/request.ts'
import type { SingletonAccess } from './singleton-access.ts'
import { WrittenValues } from './written-values.ts'

const writtenMax = 50_000

export class ValueOrigins {
  readonly #one: SingletonAccess
  readonly #ledger: Pick<Ledger, 'sent'>
  readonly #written: WrittenValues
  /** The content before the first change. Null until the run saves it. */
  #original: JsonObject | null = null
  /** True if the tenant stores values unchanged. Undefined if not known yet. */
  #faithful: boolean | undefined
  #noted = false
  /** True if an earlier process did not record its values. Then every value may come from the run. */
  #unnoted = false

  constructor(one: SingletonAccess, ledger: Pick<Ledger, 'sent'>, marker: string) {
    this.#one = one
    this.#ledger = ledger
    this.#written = new WrittenValues(marker)
  }

  adopt(sent: SavedBefore['sent']): void {
    this.#unnoted = sent === 'unnoted'
    if (sent !== null && sent !== 'unnoted') this.#written.adopt(sent)
  }

  saved(original: JsonObject): void {
    this.#original = original
  }

  get isFaithful(): boolean | undefined {
    return this.#faithful
  }

  /** @param stored the content after the first accepted update. Null if unknown */
  judgeFaithful(stored: JsonObject | null): void {
    this.#faithful = stored !== null && this.areKnown(stored)
  }

  areKnown(stored: JsonObject): boolean {
    return this.#members.every((name) => this.#isKnown(name, stored))
  }

  /** Like `areKnown`, but also accepts texts that the tenant may have derived from sent values. */
  mayBeKnown(stored: JsonObject): boolean {
    return this.#members.every(
      (name) => this.#isKnown(name, stored) || this.#written.mayBeMadeOf(stored[name]),
    )
  }

  undone(stored: JsonObject, original: JsonObject): JsonObject {
    return Object.fromEntries(
      this.#members.flatMap((name): [string, Json][] => {
        const value = (this.#isOfRun(stored[name]) ? original : stored)[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  noteSent(request: Request): void {
    const raw = request.rawBody === undefined ? null : parseExact(request.rawBody)
    const body = raw?.ok ? raw.value : request.body
    if (isObject(body)) this.note(body, this.#one.writing?.act === 'replace')
  }

  /**
   * @param all true if the tenant removes the members that the body omits
   * @throws NotRun if the run sent too many values
   */
  note(body: JsonObject, all: boolean): void {
    const { kind } = this.#one
    if (this.#written.size >= writtenMax)
      throw new NotRun(
        `more than ${writtenMax} values were sent to the ${kind.title} in this run: use fewer --examples`,
      )
    const names = this.#members.filter((name) => all || name in body)
    const fresh = this.#written.note(names.map((name) => body[name] ?? null))
    if (this.#original !== null && (fresh.length > 0 || !this.#noted)) {
      this.#ledger.sent(kind.name, fresh)
      this.#noted = true
    }
  }

  get #members(): readonly string[] {
    return this.#one.membersOf(this.#original ?? {})
  }

  /**
   * Returns true for a value that the run sent. If the tenant alters values, also accepts similar texts and
   * any value that is no text.
   */
  #isOfRun(value: Json | undefined): boolean {
    return (
      this.#unnoted ||
      this.#written.has(value) ||
      this.#written.isSpeltOtherwise(value) ||
      (this.#faithful === false && (typeof value !== 'string' || this.#written.mayBeMadeOf(value)))
    )
  }

  #isKnown(name: string, stored: JsonObject): boolean {
    const was = this.#original?.[name] ?? null
    return (
      this.#unnoted ||
      this.#one.same({ [name]: stored[name] ?? null }, { [name]: was }) ||
      this.#written.has(stored[name])
    )
  }
}
