// Records requests in a file, without credentials, as one JSON object per line.
import { createWriteStream, type WriteStream } from 'node:fs'
import { isoTime } from '../../base/clock.ts'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { redacted } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { JournalEntry } from '../../tenant/index.ts'

export interface RecordLimits {
  readonly bytesMax: number
  readonly waitingBytesMax: number
}

/** Limits of the record, because a mock may run for a long time. */
export const recordLimits: RecordLimits = { bytesMax: 268_435_456, waitingBytesMax: 16_777_216 }

// Members with credentials of webhooks, in JSON bodies and in forms.
const names = 'password|token|header_value|secret|private_key'
const member = new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'gi')
const parameter = new RegExp(`((?:^|[&.[]|%5B|%2E)(?:${names})(?:\\]|%5D)?=)[^&]*`, 'gi')

export function recordOf(
  { atMs, method, path, query, operation, clientId, status, body }: JournalEntry,
  mask: SecretMask,
): Readonly<Record<string, string | number | null>> {
  const bare = (text: string): string => mask.redact(text)
  const withoutCredentials = body.replace(member, `$1"${redacted}"`).replace(parameter, `$1${redacted}`)
  return {
    at: isoTime(atMs),
    method,
    path: bare(path),
    query: query === null ? null : bare(query),
    ...{ operation, clientId, status },
    body: bare(withoutCredentials),
  }
}

export class Recorder {
  readonly #stream: WriteStream
  readonly #mask: SecretMask
  readonly #fail: (message: string) => void
  readonly #file: string
  readonly #limits: RecordLimits
  #bytes = 0
  #ended = false

  private constructor(
    stream: WriteStream,
    file: string,
    mask: SecretMask,
    fail: (message: string) => void,
    limits: RecordLimits,
  ) {
    this.#stream = stream
    this.#file = file
    this.#mask = mask
    this.#fail = fail
    this.#limits = limits
    stream.on('error', (error) => this.#end(`${file} can't be written (${messageOf(error)})`))
  }

  /** @throws ConfigurationError if the file is not writable */
  static async open(
    file: string,
    mask: SecretMask,
    fail: (message: string) => void,
    limits = recordLimits,
  ): Promise<Recorder> {
    const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
    await new Promise((resolve, reject) => {
      stream.once('open', resolve)
      stream.once('error', (error) =>
        reject(
          new ConfigurationError(
            `${file} can't be written (${messageOf(error)}): give another file with --record.`,
          ),
        ),
      )
    })
    return new Recorder(stream, file, mask, fail, limits)
  }

  note(request: JournalEntry): void {
    if (this.#ended) return
    const line = `${JSON.stringify(recordOf(request, this.#mask))}\n`
    this.#bytes += Buffer.byteLength(line)
    const { bytesMax, waitingBytesMax } = this.#limits
    if (this.#bytes > bytesMax) this.#end(`${this.#file} would grow by more than ${bytesMax} bytes`)
    else if (this.#stream.writableLength > waitingBytesMax) this.#end(`${this.#file} is written too slowly`)
    else this.#stream.write(line)
  }

  async close(): Promise<void> {
    this.#ended = true
    if (!this.#stream.destroyed) await new Promise<void>((resolve) => this.#stream.end(() => resolve()))
  }

  #end(why: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#fail(`Recording stops: ${why}.`)
  }
}
