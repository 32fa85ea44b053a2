// The journal: which requests the tenant received, for tests that ask what a run has sent.
import { nowMs } from '../base/clock.ts'

/** One received request with what came of it. */
export interface JournalEntry {
  readonly atMs: number
  readonly method: string
  readonly path: string
  /** What stood after the "?" of the address; null where there was none. */
  readonly query: string | null
  /** An operation, `token`, or null where the path is none. */
  readonly operation: string | null
  /** The client that was authenticated, if any. */
  readonly clientId: string | null
  readonly body: string
  readonly status: number
}

// Enough for the longest run, little enough to be left running.
const entriesMax = 50_000
const bodyBytesMax = 4_000
const bodiesBytesMax = 33_554_432

type Noted = Pick<JournalEntry, 'method' | 'path' | 'operation' | 'status'> &
  Partial<Omit<JournalEntry, 'body'>> & { readonly body?: string | Uint8Array }

export class Journal {
  readonly #entries: JournalEntry[] = []
  #bodiesBytes = 0
  readonly #hear: (entry: JournalEntry) => void

  /** @param hear told of each entry */
  constructor(hear: (entry: JournalEntry) => void = () => undefined) {
    this.#hear = hear
  }

  note({ body = '', ...entry }: Noted): void {
    // Copied, as a piece of a text holds on to the whole of it.
    const kept = Buffer.from(body).subarray(0, bodyBytesMax).toString()
    this.#bodiesBytes += kept.length
    if (this.#entries.length >= entriesMax || this.#bodiesBytes > bodiesBytesMax) {
      this.#entries.splice(0, Math.ceil(this.#entries.length / 2))
      this.#bodiesBytes = this.#entries.reduce((sum, one) => sum + one.body.length, kept.length)
    }
    const noted = { atMs: nowMs(), clientId: null, query: null, ...entry, body: kept }
    this.#entries.push(noted)
    this.#hear(noted)
  }

  /** The latest requests, oldest first. */
  get entries(): readonly JournalEntry[] {
    return [...this.#entries]
  }
}
