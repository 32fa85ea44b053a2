// Stores the tenant's state in a file, and reads it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '../../base/clock.ts'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { readInput } from '../../base/files/input-file.ts'
import { writeOrExplain } from '../../base/files/whole-file.ts'
import { type Json, parse } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import { faultInWords } from '../../base/schemas/in-words.ts'
import { validatorOf } from '../../base/schemas/validator.ts'
import type { StoredState } from '../../tenant/index.ts'

const waitMs = 50
const fileBytesMax = 268_435_456

/** @throws ConfigurationError for an unreadable or invalid file */
export function readStored(file: string, flag: string): StoredState {
  const wrong = (why: string): ConfigurationError =>
    new ConfigurationError(`${file} ${why}: correct it, or give another ${flag}.`)
  let text: string
  try {
    text = readInput(file, fileBytesMax)
  } catch (error) {
    throw wrong(`can't be read (${messageOf(error)})`)
  }
  const parsed = parse(text)
  if (!parsed.ok) throw wrong(`is not JSON (${parsed.message})`)
  const schema = JSON.parse(readFileSync(join(packageRoot, 'schemas/meta/tenant-state.json'), 'utf8')) as Json
  const validate = validatorOf<StoredState>({ settings: 'report', schema })
  if (validate(parsed.value)) return parsed.value
  const [error] = validate.errors ?? []
  throw wrong(
    `is not a valid tenant state, at ${error?.instancePath || '/'} (${error === undefined ? 'its form is wrong' : faultInWords(error)})`,
  )
}

export class StateFile {
  readonly #file: string
  readonly #fail: (message: string) => void
  #written = ''
  #waiting: Promise<void> | null = null
  readonly #closing = new AbortController()

  constructor(file: string, fail: (message: string) => void) {
    this.#file = file
    this.#fail = fail
  }

  /** @throws ConfigurationError for an unreadable or invalid file */
  read(): StoredState | null {
    return existsSync(this.#file) ? readStored(this.#file, '--state') : null
  }

  /**
   * Only the owner can read the file, because it contains credentials.
   * @throws ConfigurationError if the file is not writable
   */
  write(stored: StoredState): void {
    const text = `${JSON.stringify(stored, null, 2)}\n`
    if (text === this.#written) return
    writeOrExplain([{ path: this.#file, text, mode: 0o600 }], this.#file, 'give another file with --state')
    this.#written = text
  }

  scheduleWrite(stored: () => StoredState): void {
    this.#waiting ??= sleep(waitMs, this.#closing.signal).then(() => {
      this.#waiting = null
      try {
        this.write(stored())
      } catch (error) {
        this.#fail(messageOf(error))
      }
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#waiting
  }
}
