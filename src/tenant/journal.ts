// Records received requests.
import { nowMs } from '../base/clock.ts'

export interface JournalEntry {
  readonly atMs: number
  readonly method: string
  readonly path: string
  /** Without "?". Null without a query. */
  readonly query: string | null
  /** An operation, `token`, or null for an unknown path. */
  readonly operation: string | null
  readonly clientId: string | null
  readonly body: string
  readonly status: number
}

// Enough for the longest run. A limit, because a tenant may run for long.
const entriesMax = 50_000
const bodyBytesMax = 4_000
const bodiesBytesMax = 33_554_432

type Noted = Pick<JournalEntry, 'method' | 'path' | 'operation' | 'status'> &
  Partial<Omit<JournalEntry, 'body'>> & { readonly body?: string | Uint8Array }

export class Journal {
  readonly #entries: JournalEntry[] = []
  #bodiesBytes = 0
  readonly #hear: (entry: JournalEntry) => void

  /** @param hear receives each entry */
  constructor(hear: (entry: JournalEntry) => void = () => undefined) {
    this.#hear = hear
  }

  note({ body = '', ...entry }: Noted): void {
    // A buffer, because a slice would keep the whole string in memory.
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
