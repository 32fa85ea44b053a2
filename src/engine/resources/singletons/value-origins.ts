// Decides whose value each member of a singleton contains: the original value, a value of the run, or
// a value of another client.
import { isObject, type Json, type JsonObject, parseExact } from '../../../base/json.ts'
import { NotRun } from '../../../oracle/index.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { SavedBefore } from '../../ledger/ledger-entry.ts'
import type { Request } from '../../requests/request.ts'
import type { SingletonAccess } from './singleton-access.ts'
import { WrittenValues } from './written-values.ts'

// The run keeps at most this many written values, because it must recognise each of them later.
const writtenMax = 50_000

export class ValueOrigins {
  readonly #one: SingletonAccess
  readonly #ledger: Pick<Ledger, 'sent'>
  readonly #written: WrittenValues
  /** The content before the first change. Null until the run has saved it. */
  #original: JsonObject | null = null
  /** True if the tenant stores values unchanged. Undefined until a read has shown it. */
  #faithful: boolean | undefined
  #noted = false
  /**
   * True if an earlier process did not record its values. Then the run treats all values as its
   * own.
   */
  #unnoted = false

  constructor(one: SingletonAccess, ledger: Pick<Ledger, 'sent'>, marker: string) {
    this.#one = one
    this.#ledger = ledger
    this.#written = new WrittenValues(marker)
  }

  /** Takes over the values that an earlier process of the run sent. */
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

  /** @param stored the content after the first accepted update. Null if a read did not show it */
  judgeFaithful(stored: JsonObject | null): void {
    this.#faithful = stored !== null && this.areKnown(stored)
  }

  /** Returns true if each value is the original value, or a value that the run sent. */
  areKnown(stored: JsonObject): boolean {
    return this.#members.every((name) => this.#isKnown(name, stored))
  }

  /** Like `areKnown`, but also accepts texts that a tenant may have made of sent values. */
  mayBeKnown(stored: JsonObject): boolean {
    return this.#members.every(
      (name) => this.#isKnown(name, stored) || this.#written.mayBeMadeOf(stored[name]),
    )
  }

  /** Replaces the values of the run by the original values. Keeps the values of other clients. */
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
    // A replacement removes the members that its body omits, so the run changes them too.
    if (isObject(body)) this.note(body, this.#one.writing?.act === 'replace')
  }

  /**
   * @param all true if the body also determines the members that it omits, because the tenant
   * removes them
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

  /** If the tenant alters values, a value that is similar to a sent value also counts. */
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
