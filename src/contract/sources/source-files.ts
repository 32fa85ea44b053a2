// Reads and validates the JSON files of a contract.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messageOf } from '../../base/error.ts'
import { readInput } from '../../base/files/input-file.ts'
import { isObject, type Json, type JsonObject, parse } from '../../base/json.ts'
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Level } from '../../base/verdict.ts'
import type { AcceptedSource } from '../accepted.ts'
import type { AppliesTo } from '../applies-to.ts'
import type { CausesFile } from '../causes.ts'
import type { ClauseSource } from '../clause.ts'
import type { Parameter, ParameterStyle, RateLimit, Refusals, RuleLevels, Safe } from '../contract.ts'
import { jsonFiles } from '../contract-folders.ts'
import type { FamiliesFile } from '../families.ts'
import type { OpenPointSource } from '../open-point.ts'
import type { Problems } from '../problems.ts'
import type { SchemeSource, SecurityRequirement } from '../security.ts'
import { MetaSchemas } from './meta-schemas.ts'
import { overlaid, statedRules } from './overlay.ts'
import type { ResourceSource } from './resource-source.ts'

interface AuthenticationSource {
  readonly tokenPath?: string | null
  readonly audience?: string | null
  readonly tokens?: 'jwt' | 'opaque'
  readonly schemes?: Readonly<Record<string, SchemeSource>>
}

export interface ContractFile {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly clauses?: 'stated' | 'implied'
  readonly basePath?: string | null
  readonly openapi?: string
  readonly probe?: string
  readonly authentication?: AuthenticationSource | null
  readonly security?: readonly SecurityRequirement[]
  readonly refusals?: Refusals
  readonly rules?: RuleLevels
  readonly keywords?: Level
  readonly problem?: { readonly mediaType: string; readonly schema?: Json } | null
  readonly rateLimit?: Partial<RateLimit> | null
  readonly mediaTypes?: readonly string[]
  readonly otherMediaTypes?: 'ignored'
}

export interface ResponseFile {
  readonly mediaTypes?: readonly string[]
  readonly schema?: Json
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema?: Json }>>
}

export interface OperationFile {
  readonly name: string
  readonly title: string
  readonly part?: string
  readonly source?: string
  readonly aliases?: readonly string[]
  readonly method: string
  readonly path: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: Parameter['in']
    readonly schema: Json
    readonly required?: boolean
    readonly style?: ParameterStyle
    readonly explode?: boolean
    readonly value?: Json
    readonly resource?: string
  }[]
  readonly success?: readonly number[] | null
  readonly accepted?: AcceptedSource
  readonly safe?: Safe
  readonly acts?: boolean
  readonly supersedes?: Readonly<Record<string, Json>>
  readonly failures?: readonly number[] | null
  readonly refusals?: Refusals
  readonly rules?: RuleLevels
  readonly keywords?: Level
  readonly scopes?: readonly string[] | null
  readonly authentication?: boolean
  readonly security?: readonly SecurityRequirement[]
  readonly request?: Json
  readonly mediaType?: string
  readonly examples?: readonly Json[]
  readonly response?: Json
  readonly responses?: Readonly<Record<string, ResponseFile>>
  readonly clauses?: readonly ClauseSource[]
}

interface CrossFile {
  readonly concern: string
  readonly each?: readonly (ClauseSource & { readonly appliesTo: AppliesTo })[]
  readonly clauses?: readonly ClauseSource[]
}

export interface ScopesFile {
  readonly table?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]
  readonly scopes?: readonly string[]
}

export interface SourceFile<T> {
  readonly file: string
  readonly content: T
}

export interface SourceFiles {
  readonly head: ContractFile | undefined
  readonly resources: readonly SourceFile<ResourceSource>[]
  readonly operations: readonly SourceFile<OperationFile>[]
  readonly cross: readonly SourceFile<CrossFile>[]
  readonly openPoints: readonly OpenPointSource[]
  readonly profileKeys: JsonObject | null
  readonly causes: CausesFile | null
  readonly families: FamiliesFile | null
  readonly scopes: ScopesFile
  /** Schemas with a `$id`, which other schemas can refer to. */
  readonly definitions?: readonly JsonObject[]
}

/**
 * @param folder base of relative file names in messages
 * @param trusted whether to skip the validation
 * @param base data of an OpenAPI document, which the files override
 */
export function readSources(
  root: string,
  folder: string,
  trusted: boolean,
  problems: Problems,
  base: SourceFiles = noSources,
): SourceFiles {
  const meta = trusted ? null : new MetaSchemas()
  const stated = new Map<string, RuleLevels>()
  const said = new Map<string, object>([
    ['contract.json', base.head ?? {}],
    ...[...base.resources, ...base.operations].map(({ file, content }) => [file, content] as const),
  ])
  const read = <T>(name: string, path: string): SourceFile<T> | null => {
    const file = relative(folder, join(root, path))
    const own = readJson(join(root, path), file, problems)
    if (own === undefined) return null
    const known = said.get(path.replaceAll('\\', '/'))
    if (name === 'operation' && known === undefined && isUnknown(own, file, base, problems)) return null
    const value = known === undefined ? own : overlaid(known as JsonObject, own)
    if (name === 'resource' && known !== undefined && isObject(own))
      stated.set(baseName(file), statedRules(own))
    meta?.check(name, value, file, problems)
    return problems.of(file) ? null : { file, content: value as T }
  }
  const readAll = <T>(
    name: string,
    sub: string,
    others: readonly SourceFile<T>[] = [],
  ): readonly SourceFile<T>[] => {
    const found = jsonFiles(join(root, sub)).flatMap((path) => read<T>(name, join(sub, path)) ?? [])
    const names = new Set(found.map(({ file }) => baseName(file)))
    return [...found, ...others.filter(({ file }) => !names.has(baseName(file)))]
  }
  const optional = <T>(name: string): T | null =>
    existsSync(join(root, `${name}.json`)) ? (read<T>(name, `${name}.json`)?.content ?? null) : null
  const keys = existsSync(join(root, 'profile.json'))
    ? read<JsonObject>('profile-keys', 'profile.json')
    : null
  return {
    head: read<ContractFile>('contract', 'contract.json')?.content,
    resources: readAll('resource', 'resources', base.resources),
    operations: withRules(readAll('operation', 'operations', base.operations), stated),
    cross: readAll('cross', 'cross'),
    openPoints:
      optional<{ readonly openPoints: readonly OpenPointSource[] }>('open-points')?.openPoints ?? [],
    profileKeys: keys?.content ?? null,
    causes: optional('causes'),
    families: optional('families'),
    scopes: optional('scopes') ?? {},
    ...(base.definitions === undefined ? {} : { definitions: base.definitions }),
  }
}

export const noSources: SourceFiles = {
  head: undefined,
  resources: [],
  operations: [],
  cross: [],
  openPoints: [],
  profileKeys: null,
  causes: null,
  families: null,
  scopes: {},
}

function withRules(
  operations: readonly SourceFile<OperationFile>[],
  stated: ReadonlyMap<string, RuleLevels>,
): readonly SourceFile<OperationFile>[] {
  return operations.map((one) => {
    const { name, rules } = one.content
    const own = stated.get(name.slice(0, name.indexOf('.')))
    return own === undefined ? one : { ...one, content: { ...one.content, rules: { ...own, ...rules } } }
  })
}

/** Reports a file whose operation is not in the OpenAPI document. A file with `method` adds an operation. */
function isUnknown(own: Json, file: string, { operations }: SourceFiles, problems: Problems): boolean {
  if (operations.length === 0 || (isObject(own) && own.method !== undefined)) return false
  const name = baseName(file)
  const names = operations.map(({ content }) => content.name)
  const known = operations.find(({ content }) => content.aliases?.includes(name))?.content.name
  problems.add(
    file,
    '',
    known === undefined
      ? `the document has no operation ${name}, or no longer has this operation: ${didYouMeanOrKnown(name, names)}`
      : `the name of ${name} in the contract is ${known}: rename the file to ${known}.json, and set "name" in the file to "${known}"`,
  )
  return true
}

function readJson(path: string, file: string, problems: Problems): Json | undefined {
  try {
    const parsed = parse(readInput(path))
    if (parsed.ok) return parsed.value
    problems.add(file, '', `the file is not JSON: ${parsed.message}`)
  } catch (error) {
    problems.add(file, '', `the file can't be read: ${messageOf(error)}`)
  }
  return undefined
}

export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1, -'.json'.length)
}
