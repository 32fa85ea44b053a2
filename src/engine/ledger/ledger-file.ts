// Reads a ledger with limited memory, and reports a clear error for invalid content.
import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { isObject, type JsonObject, parseExact } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import { plainAjv, type ValidateFunction } from '../../base/schemas/ajv.ts'
import { counted } from '../../base/text/counted.ts'
import {
  currentEntry,
  type LedgerEntry,
  type LedgerRun,
  type Leftovers,
  ledgerVersion,
  leftoversOf,
} from './ledger-entry.ts'
import { openPlain, readError } from './plain-file.ts'

export interface LedgerContents {
  /** Null if the run was killed before it wrote its first entry. */
  readonly first: LedgerRun | null
  readonly leftovers: Leftovers
  /** Line numbers of the first five unreadable entries, counted from 1. */
  readonly damaged: readonly number[]
  readonly damagedCount: number
  readonly wholeBytes: number
  readonly unended: boolean
}

export const ledgerBytesMax = 2 ** 30
const lineBytesMax = 2 ** 20
const chunkBytes = 2 ** 16
const damagedToldMax = 5
const lineFeed = 10

/** @throws ConfigurationError if the folder's name is empty, because it would mean the current folder */
export function ledgerFileIn(folder: string): string {
  if (folder.trim() === '') throw new ConfigurationError('--report-dir is empty: give the name of a folder.')
  return join(folder, 'ledger.jsonl')
}

/**
 * @throws ConfigurationError if the file is unreadable, of a later version, or not the ledger of one
 * run
 */
export function readLedger(file: string): LedgerContents | null {
  const descriptor = openPlain(file)
  if (descriptor === null) return null
  try {
    const { size } = fstatSync(descriptor)
    if (size > ledgerBytesMax)
      throw new ConfigurationError(
        `${file} has ${counted(size, 'byte')}, but a ledger has at most ${ledgerBytesMax}: check the file, and remove it if no run wrote it.`,
      )
    return contentsOf(file, descriptor)
  } catch (error) {
    throw error instanceof ConfigurationError ? error : readError(file, error)
  } finally {
    closeSync(descriptor)
  }
}

function contentsOf(file: string, descriptor: number): LedgerContents {
  const damaged: number[] = []
  let first: LedgerRun | null = null
  let damagedCount = 0
  let wholeBytes = 0
  let unended = false
  function* entries(): Generator<LedgerEntry> {
    let number = 0
    for (const { text, ended, endByte } of linesOf(descriptor)) {
      number += 1
      const entry = text === null ? null : entryOf(text)
      if (entry === null && !ended && text !== null && isTorn(text)) return
      if (number === 1) first = firstOf(file, text, entry)
      else if (entry?.entry === 'run')
        throw new ConfigurationError(
          `${file} contains two runs, the second from line ${number} on: put each into a ledger.jsonl in a separate folder, and sweep both.`,
        )
      else if (entry === null) {
        damagedCount += 1
        if (damaged.length < damagedToldMax) damaged.push(number)
      } else yield entry
      wholeBytes = endByte
      unended = !ended
    }
  }
  const leftovers = leftoversOf(entries(), file)
  return { first, leftovers, damaged, damagedCount, wholeBytes, unended }
}

function firstOf(file: string, text: string | null, entry: LedgerEntry | null): LedgerRun {
  if (entry?.entry === 'run') return entry
  const parsed = parseExact(text ?? '')
  const version =
    parsed.ok && isObject(parsed.value) && parsed.value.entry === 'run' ? parsed.value.version : null
  if (typeof version === 'number' && version > ledgerVersion)
    throw new ConfigurationError(
      `${file} is a ledger of version ${version}, but this tenant-conformance reads version ${ledgerVersion}: sweep with the version that wrote it.`,
    )
  throw new ConfigurationError(
    `${file} is not a ledger of tenant-conformance, because its first line does not describe a run: give the folder of a run. If a run wrote this file, remove first its resources by hand, and then the file.`,
  )
}

let valid: ValidateFunction | null = null

function entryOf(line: string): LedgerEntry | null {
  const schema = join(packageRoot, 'schemas/meta/ledger.json')
  valid ??= plainAjv({ discriminator: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as JsonObject)
  // An editor may add a byte order mark.
  const parsed = parseExact(line.replace(/^\ufeff/, ''))
  return parsed.ok && valid(parsed.value) ? currentEntry(parsed.value as { readonly entry: string }) : null
}

function isTorn(text: string): boolean {
  const start = '{"entry":"'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them, and a power cut leaves them.
  return start.startsWith(text.slice(0, start.length)) && !/[\u0000-\u001f]/.test(text)
}

interface Line {
  readonly text: string | null
  readonly ended: boolean
  readonly endByte: number
}

function* linesOf(descriptor: number): Generator<Line> {
  const chunk = Buffer.alloc(chunkBytes)
  let begun: Buffer[] = []
  let begunBytes = 0
  let atByte = 0
  const take = (part: Buffer): void => {
    if (begunBytes <= lineBytesMax) begun.push(Buffer.from(part))
    begunBytes += part.length
  }
  const finish = (ended: boolean): Line => {
    const text = begunBytes > lineBytesMax ? null : Buffer.concat(begun).toString('utf8')
    begun = []
    begunBytes = 0
    return { text, ended, endByte: atByte }
  }
  for (let bytes = readSync(descriptor, chunk); bytes > 0; bytes = readSync(descriptor, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0 && end < bytes; end = chunk.indexOf(lineFeed, from)) {
      take(chunk.subarray(from, end))
      atByte += end + 1 - from
      from = end + 1
      yield finish(true)
    }
    take(chunk.subarray(from, bytes))
    atByte += bytes - from
  }
  if (begunBytes > 0) yield finish(false)
}
