// Group commit: whatever is written while the disk is busy is made durable by one fsync, which all who wrote wait for.
import { fsync } from 'node:fs'
import { promisify } from 'node:util'

export class GroupCommit {
  readonly #sync: () => Promise<void>
  #running: Promise<void> = Promise.resolve()
  /** The one that has not begun: it will hold all that is written until it does. */
  #next: Promise<void> | null = null

  /** @param sync puts all that has been written on disk */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  static of(descriptor: number): GroupCommit {
    return new GroupCommit(() => promisify(fsync)(descriptor))
  }

  /** Resolves when all that was written before the call is on disk; rejects where it can't be put there. */
  commit(): Promise<void> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  async #after(running: Promise<void>): Promise<void> {
    // Whoever waited for that one was told what became of it.
    await running.catch(() => undefined)
    this.#next = null
    this.#running = this.#sync()
    return this.#running
  }
}
