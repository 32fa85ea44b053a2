// Reads and validates report files.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clip } from '../../base/clip.ts'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { readInput } from '../../base/files/input-file.ts'
import { at, isObject, type Json, parse } from '../../base/json.ts'
import { packageRoot } from '../../base/package-root.ts'
import type { ErrorObject, ValidateFunction } from '../../base/schemas/ajv.ts'
import { faultInWords } from '../../base/schemas/in-words.ts'
import { validatorOf } from '../../base/schemas/validator.ts'
import { schemaVersion } from '../../base/tool.ts'
import { noChanges } from './diff.ts'
import type { Report } from './report.ts'
import { summaryOf } from './tally.ts'

let compiled: Promise<ValidateFunction<Report>> | null = null

/** @throws ConfigurationError if a folder contains no report.json */
export function reportFileIn(source: string): string {
  if (!isFolder(source)) return source
  const file = join(source, 'report.json')
  if (existsSync(file)) return file
  throw new ConfigurationError(
    `The report ${source} can't be read (the folder contains no report.json): give the report folder of a run, or a report.json.`,
  )
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Adds the parts that reports of older versions do not contain.
 * @throws ConfigurationError if the file contains no report of a known version
 */
export async function readReport(file: string): Promise<Report> {
  const parsed = parse(textOf(file))
  if (!parsed.ok)
    throw new ConfigurationError(
      `${file} is not JSON (${parsed.message}): give the path of an unchanged report.json.`,
    )
  requireKnownVersion(file, parsed.value)
  compiled ??= compile()
  const validate = await compiled
  if (validate(parsed.value)) return completed(parsed.value)
  const [error] = validate.errors ?? []
  requireNotNewer(file, parsed.value, error)
  const place = error?.instancePath ? ` at ${error.instancePath}` : ''
  const what = error === undefined ? 'its form is wrong' : clip(faultInWords(error), faultCharactersMax)
  throw new ConfigurationError(
    `${file} is not a report of tenant-conformance${place} (${what}): give the path of an unchanged report.json.`,
  )
}

function completed(report: Report): Report {
  const { baseline } = report
  return {
    ...report,
    summary: summaryOf(report.clauses),
    ...(baseline === undefined
      ? {}
      : { baseline: { ...baseline, changes: { ...noChanges, ...baseline.changes } } }),
  }
}

function requireKnownVersion(file: string, value: Json): void {
  const version = isObject(value) ? value.schemaVersion : undefined
  if (typeof version !== 'number' || version === schemaVersion) return
  const age = version > schemaVersion ? 'newer' : 'older'
  throw new ConfigurationError(
    `${file} is a report of schema version ${version}, but this version of the tool reads version ${schemaVersion}: use the ${age} version of the tool${inBrackets(toolVersionIn(value))} that wrote it.`,
  )
}

/** Throws if a newer version of the tool wrote the report, because it probably added the unknown member. */
function requireNotNewer(file: string, value: Json, error: ErrorObject | undefined): void {
  const theirs = toolVersionIn(value)
  if (error === undefined || theirs === null || !isNewer(theirs, ownVersion())) return
  const member = unknownMember(error)
  const what = member === null ? 'a value' : `the member ${member}`
  throw new ConfigurationError(
    `${file} has ${what}${error.instancePath ? ` at ${error.instancePath}` : ''} that this version does not know, because a newer version of the tool wrote the file (${clip(theirs, wordCharactersMax)}; this is ${ownVersion()}): use the newer version.`,
  )
}

const wordCharactersMax = 100
const faultCharactersMax = 400

function unknownMember(error: ErrorObject | undefined): string | null {
  const member: unknown = error?.params.additionalProperty
  return typeof member === 'string' ? JSON.stringify(clip(member, wordCharactersMax)) : null
}

function toolVersionIn(value: Json): string | null {
  const version = at(value, '/tool/version')
  return typeof version === 'string' ? version : null
}

function inBrackets(version: string | null): string {
  return version === null ? '' : ` (${clip(version, wordCharactersMax)})`
}

function isNewer(theirs: string, ours: string): boolean {
  const numbers = (version: string): readonly number[] =>
    /^\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(version)?.[0].split('.').map(Number) ?? []
  const own = numbers(ours)
  const [difference = 0] = numbers(theirs)
    .map((number, index) => number - (own[index] ?? 0))
    .filter((one) => one !== 0)
  return difference > 0
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  return version
}

function textOf(file: string): string {
  try {
    return readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `The report ${file} can't be read (${messageOf(error)}): give the path of a report.json.`,
    )
  }
}

async function compile(): Promise<ValidateFunction<Report>> {
  const schema = await readFile(join(packageRoot, 'schemas', 'meta', 'report.json'), 'utf8')
  return validatorOf<Report>({ settings: 'report', schema: JSON.parse(schema) as Json })
}
