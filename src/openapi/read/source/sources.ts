// Reads the document and its referenced files from one folder.
import { realpathSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { codeOf, messageOf } from '../../../base/error.ts'
import { readInput } from '../../../base/files/input-file.ts'
import type { Json } from '../../../base/json.ts'
import { parsedUrl, uriDecoded } from '../../../base/uri.ts'
import { type Received, receivedFrom } from './address.ts'
import { requireBounds } from './bounds.ts'
import { otherFilesIn } from './identifiers.ts'
import { limits } from './limits.ts'
import { isAddress } from './location.ts'
import { parsedDocument } from './parse.ts'
import type { SourceFile } from './source-file.ts'

export interface Unread {
  readonly reason: string
}

export class Sources {
  readonly main: SourceFile
  readonly #files = new Map<string, SourceFile | Unread>()
  readonly #signal: AbortSignal
  #bytes = 0

  private constructor(main: SourceFile, signal: AbortSignal) {
    this.main = main
    this.#signal = signal
    if (main.url !== null) this.#files.set(main.url, main)
  }

  /**
   * @param location if null, other files cannot be read
   * @throws Error with a short reason
   */
  static async read(location: string | null, value: Json | undefined, signal: AbortSignal): Promise<Sources> {
    const sources = new Sources(await mainFrom(location, value, signal), signal)
    await sources.#readReferenced()
    return sources
  }

  file(before: string, from: SourceFile): SourceFile | Unread {
    const url = this.#address(before, from)
    if (url === null)
      return { reason: 'the document was given without its location, so other files cannot be found' }
    return this.#files.get(url) ?? { reason: 'the file was not read' }
  }

  #address(before: string, from: SourceFile): string | null {
    return from.url === null ? null : (parsedUrl(before, from.url)?.href ?? '')
  }

  /** An unreadable file matters only if a needed part refers to it. */
  async #readReferenced(): Promise<void> {
    const open = [this.main]
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const before of otherFilesIn(file)) {
        const url = this.#address(before, file)
        if (url === null || this.#files.has(url)) continue
        const read = await this.#read(url)
        this.#files.set(url, read)
        if ('value' in read) open.push(read)
      }
  }

  async #read(url: string): Promise<SourceFile | Unread> {
    try {
      const name = this.#nameWithin(url)
      if (this.#files.size >= limits.filesMax)
        throw new Error(`the document has more than ${limits.filesMax} files`)
      const { text } = await textFrom(url, this.#signal)
      this.#bytes += Buffer.byteLength(text)
      if (this.#bytes > limits.allBytesMax)
        throw new Error(`the files of the document have more than ${limits.allBytesMax} bytes in total`)
      return { url, name, value: parsedDocument(text) }
    } catch (error) {
      return { reason: messageOf(error) }
    }
  }

  /** @throws Error for a file outside the document's folder or address */
  #nameWithin(url: string): string {
    const base = this.main.url ?? ''
    if (!url.startsWith('file:')) {
      const folder = new URL('.', base).href
      if (!/^https?:/.test(url) || !url.startsWith(folder) || /%2e|%2f|%5c/i.test(url))
        throw new Error(
          'the reference is not below the address of the document: bundle the document into one file',
        )
      return uriDecoded(url.slice(folder.length))
    }
    if (!base.startsWith('file:'))
      throw new Error('the reference names a local file, but the document comes from a web address')
    const folder = realpathSync(dirname(fileURLToPath(base)))
    // A symbolic link can lead out of the folder.
    const name = relative(folder, realPath(fileURLToPath(url)))
    if (name.startsWith('..') || name.startsWith(sep) || /^[a-z]:/i.test(name))
      throw new Error(
        'the file is outside the folder of the document: move the file there, or bundle the document into one file',
      )
    return name.replaceAll('\\', '/')
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A later read reports the missing file.
    return path
  }
}

async function mainFrom(
  location: string | null,
  value: Json | undefined,
  signal: AbortSignal,
): Promise<SourceFile> {
  if (value !== undefined) {
    requireBounds(value)
    return { url: location === null ? null : urlOf(location), name: '', value }
  }
  const { text, url } = await textFrom(urlOf(location ?? ''), signal)
  return { url, name: '', value: parsedDocument(text) }
}

function urlOf(location: string): string {
  if (!isAddress(location)) return pathToFileURL(location).href
  const url = new URL(location)
  if (url.username !== '' || url.password !== '')
    throw new Error('an address with a password is not supported: get the document with another tool')
  url.hash = ''
  return url.href
}

async function textFrom(url: string, signal: AbortSignal): Promise<Received> {
  if (!url.startsWith('file:')) return receivedFrom(url, limits.fileBytesMax, signal)
  try {
    return { text: readInput(fileURLToPath(url), limits.fileBytesMax), url }
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new Error('there is no such file') : error
  }
}
