// The journal: which requests the tenant received, for tests that ask what a run has sent.
import { nowMs } from '../base/clock.ts'

/** One received request with what came of it. */
export interface JournalEntry {
  readonly atMs: number
  readonly method: string
  readonly path: string
  /** An operation, `token`, or null where the path is none. */
  readonly operation: string | null
  /** The client that was authenticated, if any. */
  readonly clientId: string | null
  readonly body: string
  readonly status: number
}

// Enough for the longest run, little enough to be left running.
const entriesMax = 50_000
const bodyCharactersMax = 4_000

export class Journal {
  readonly #entries: JournalEntry[] = []

  note(entry: Pick<JournalEntry, 'method' | 'path' | 'operation' | 'status'> & Partial<JournalEntry>): void {
    if (this.#entries.length >= entriesMax) this.#entries.splice(0, entriesMax / 2)
    const body = (entry.body ?? '').slice(0, bodyCharactersMax)
    this.#entries.push({ atMs: nowMs(), clientId: null, ...entry, body })
  }

  /** The latest requests, oldest first. */
  get entries(): readonly JournalEntry[] {
    return [...this.#entries]
  }
}
