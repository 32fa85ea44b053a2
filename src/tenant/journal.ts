// Records the requests that the tenant receives.
import { nowMs } from '../base/clock.ts'

export interface JournalEntry {
  readonly atMs: number
  readonly method: string
  readonly path: string
  /** Without the "?". Null if the URL has no query. */
  readonly query: string | null
  /** The name of an operation, `token` for the token endpoint, or null for an unknown path. */
  readonly operation: string | null
  readonly clientId: string | null
  readonly body: string
  readonly status: number
}

// The maximum number of entries, because a tenant can run for a long time. No run needs this many entries.
const entriesMax = 50_000
const bodyBytesMax = 4_000
const bodiesBytesMax = 33_554_432

type Noted = Pick<JournalEntry, 'method' | 'path' | 'operation' | 'status'> &
  Partial<Omit<JournalEntry, 'body'>> & { readonly body?: string | Uint8Array }

export class Journal {
  readonly #entries: JournalEntry[] = []
  #bodiesBytes = 0
  readonly #hear: (entry: JournalEntry) => void

  /** @param hear called with each entry */
  constructor(hear: (entry: JournalEntry) => void = () => undefined) {
    this.#hear = hear
  }

  note({ body = '', ...entry }: Noted): void {
    // Copies the text through a buffer, because a slice of a string keeps the complete string in memory.
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

  /** Returns the oldest entry first. */
  get entries(): readonly JournalEntry[] {
    return [...this.#entries]
  }
}
