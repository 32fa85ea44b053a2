// Appends to a file that only this process writes, and can make the content survive a power cut.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { GroupCommit } from './group-commit.ts'

export class AppendFile {
  readonly isDurable: boolean
  readonly #path: string
  readonly #descriptor: number
  readonly #group: GroupCommit
  readonly #inode: number
  /** The expected size. Another size shows that another process wrote to the file. */
  #bytes: number

  private constructor(path: string, descriptor: number, bytes: number, isDurable: boolean) {
    this.#path = path
    this.#descriptor = descriptor
    this.#group = GroupCommit.of(descriptor)
    this.#inode = fstatSync(descriptor).ino
    this.#bytes = bytes
    this.isDurable = isDurable
  }

  /** @throws the system's error if the file exists */
  static create(path: string, isDurable: boolean): AppendFile {
    return new AppendFile(path, openSync(path, 'ax', 0o600), 0, isDurable)
  }

  static resume(path: string, wholeBytes: number): AppendFile {
    const descriptor = openSync(path, 'a')
    try {
      ftruncateSync(descriptor, wholeBytes)
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
    return new AppendFile(path, descriptor, wholeBytes, true)
  }

  append(text: string, waitsForDisk: boolean): void {
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done)
      if (waitsForDisk && this.isDurable) fsyncSync(this.#descriptor)
      this.#bytes += bytes.length
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#bytes)
      throw error
    }
  }

  commit(): Promise<void> {
    return this.#group.commit()
  }

  /** An fsync of the folder makes the name of a new file survive a power cut. */
  persistName(): void {
    const descriptor = openSync(dirname(this.#path), 'r')
    try {
      fsyncSync(descriptor)
    } catch {
      // Some file systems cannot sync a folder.
    } finally {
      closeSync(descriptor)
    }
  }

  stands(): boolean {
    return this.#standing()?.ino === this.#inode
  }

  isWhole(): boolean {
    const standing = this.#standing()
    return standing?.ino === this.#inode && standing.size === this.#bytes
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #standing(): Stats | undefined {
    try {
      return statSync(this.#path)
    } catch {
      return undefined
    }
  }
}
