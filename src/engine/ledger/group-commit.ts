// Shares one fsync among all writes that begin while an earlier fsync runs.
import { fsync } from 'node:fs'
import { promisify } from 'node:util'

export class GroupCommit {
  readonly #sync: () => Promise<void>
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  static of(descriptor: number): GroupCommit {
    return new GroupCommit(() => promisify(fsync)(descriptor))
  }

  commit(): Promise<void> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  async #after(running: Promise<void>): Promise<void> {
    await running.catch(() => undefined)
    this.#next = null
    this.#running = this.#sync()
    return this.#running
  }
}
