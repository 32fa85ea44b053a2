// Loads a contract: finds, validates and freezes its files.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { isObject, type Json, type JsonObject, parse, tokenOf } from '../base/json.ts'
import { didYouMeanOrKnown } from '../base/nearest.ts'
import { codeRoot, packageRoot } from '../base/package-root.ts'
import type { Compilation } from '../base/schemas/validator.ts'
import { type AppliesTo, appliesTo } from './applies-to.ts'
import { type CausesFile, checkChains, withChains } from './causes.ts'
import { type Clause, type ClauseSource, clauseOf } from './clause.ts'
import { checkReferences } from './consistency.ts'
import type {
  Authentication,
  Contract,
  ContractFolders,
  Operation,
  Parameter,
  RateLimit,
  Refusals,
} from './contract.ts'
import { type FamiliesFile, withFamilies } from './families.ts'
import { impliedByLaws, withClauses } from './implied.ts'
import { keptContract } from './kept-contract.ts'
import { type LawFacts, lawNamed, laws } from './laws/index.ts'
import { type OpenPointSource, openPointOf } from './open-point.ts'
import { beforeParameter, encodedPattern, isAtEnd } from './path-pattern.ts'
import { MetaSchemas, Problems } from './problems.ts'
import { resolveSchema, SchemaError, type Side } from './resolve.ts'
import { type Act, acts, type Pointer, type Resource, type ResourceSource, resourceOf } from './resource.ts'
import { type Schema, schemaAt } from './schema.ts'

interface ContractFile {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly clauses?: 'stated' | 'implied'
  readonly basePath?: string | null
  readonly probe?: string
  readonly authentication?: Partial<Authentication> | null
  readonly refusals?: Refusals
  readonly problem?: { readonly mediaType: string; readonly schema?: Json } | null
  readonly rateLimit?: Partial<RateLimit> | null
  readonly mediaTypes?: readonly string[]
  readonly otherMediaTypes?: 'ignored'
}

interface OperationFile {
  readonly name: string
  readonly title: string
  readonly part?: string
  readonly method: string
  readonly path: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly schema: Json
    readonly resource?: string
  }[]
  readonly success?: readonly number[] | null
  readonly failures?: readonly number[] | null
  readonly refusals?: Refusals
  readonly scopes?: readonly string[] | null
  readonly authentication?: boolean
  readonly request?: Json
  readonly mediaType?: string
  readonly response?: Json
  readonly clauses?: readonly ClauseSource[]
}

interface CrossFile {
  readonly concern: string
  readonly each?: readonly (ClauseSource & { readonly appliesTo: AppliesTo })[]
  readonly clauses?: readonly ClauseSource[]
}

interface ScopesFile {
  readonly table?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]
  readonly scopes?: readonly string[]
}

interface Read<T> {
  /** Relative to the contract's folder. */
  readonly file: string
  readonly content: T
}

/** Its suites are compiled next to `src`. */
export const shippedContract: ContractFolders = {
  schemas: join(packageRoot, 'schemas'),
  suites: join(codeRoot, 'suites'),
}

/** Only the shipped contract has a reference tenant and a measured plan. */
export function isShipped({ folders }: Pick<Contract, 'folders'>): boolean {
  return folders.schemas === shippedContract.schemas
}

export function contractIn(folder: string): ContractFolders {
  const suites = join(folder, 'suites')
  return { schemas: join(folder, 'schemas'), suites: existsSync(suites) ? suites : null }
}

/**
 * @param trusted skips validation; default: for the shipped contract, which tests validate
 * @throws ConfigurationError with all errors
 */
export function loadContract(
  folders: ContractFolders = shippedContract,
  { trusted = folders === shippedContract } = {},
): Contract {
  const kept = trusted && folders === shippedContract ? keptContract(folders) : null
  return kept ?? loadedContract(folders, trusted)
}

/** Files and folders, relative to the contract's schemas. */
export function sourcesIn({ schemas }: ContractFolders): readonly string[] {
  return ['.', 'resources', 'operations', 'cross'].flatMap((folder) => [
    folder,
    ...jsonFiles(join(schemas, folder)).map((file) => join(folder, file)),
  ])
}

/** Ignores the prebuilt contract. */
export function loadedContract(folders: ContractFolders, trusted: boolean): Contract {
  const { schemas: root } = folders
  const folder = dirname(root)
  if (!existsSync(join(root, 'contract.json')))
    throw new ConfigurationError(
      statSync(folder, { throwIfNoEntry: false })?.isFile()
        ? `The contract ${folder} is a file: give the folder of a contract.`
        : `There is no contract in ${folder}: schemas/contract.json is missing. Give the folder of a contract.`,
    )
  const problems = new Problems()
  const meta = trusted ? null : new MetaSchemas(metaSchemas())
  const read = <T>(name: string, path: string): Read<T> | null => {
    const file = relative(folder, join(root, path))
    const value = readJson(join(root, path), file, problems)
    if (value === undefined) return null
    meta?.check(name, value, file, problems)
    return problems.of(file) ? null : { file, content: value as T }
  }
  const readAll = <T>(name: string, sub: string): readonly Read<T>[] =>
    jsonFiles(join(root, sub)).flatMap((path) => read<T>(name, join(sub, path)) ?? [])
  const optional = <T>(name: string, path: string): T | null =>
    existsSync(join(root, path)) ? (read<T>(name, path)?.content ?? null) : null

  const head = read<ContractFile>('contract', 'contract.json')?.content
  const resourceFiles = readAll<ResourceSource>('resource', 'resources')
  const operationFiles = readAll<OperationFile>('operation', 'operations')
  const crossFiles = readAll<CrossFile>('cross', 'cross')
  const points = optional<{ readonly openPoints: readonly OpenPointSource[] }>(
    'open-points',
    'open-points.json',
  )
  const profileKeys = optional<JsonObject>('profile-keys', 'profile.json')
  const causes = optional<CausesFile>('causes', 'causes.json')
  const familiesFile = optional<FamiliesFile>('families', 'families.json')
  const { table = [], scopes = [] } = optional<ScopesFile>('scopes', 'scopes.json') ?? {}
  // References are only checked in valid files.
  problems.raise(folder)
  if (head === undefined) throw new Error('a contract without contract.json passed')

  const resources = new Map(
    resourceFiles.map(({ file, content }) => {
      const name = baseName(file)
      return [name, resourceOf(name, content)]
    }),
  )
  const documents = new Map(
    resourceFiles.flatMap(({ content }) => {
      const document = content as unknown as JsonObject
      return typeof document.$id === 'string' ? [[document.$id, document] as const] : []
    }),
  )
  const operations = new Map<string, Operation>()
  for (const { file, content } of operationFiles) {
    if (baseName(file) !== content.name)
      problems.add(file, '/name', `it is "${content.name}", but the file is named ${baseName(file)}.json`)
    operations.set(content.name, operationFrom(content, file, head, resources, documents, problems))
  }
  for (const { file, content } of resourceFiles) {
    const resource = resources.get(baseName(file))
    if (resource === undefined) continue
    const create = operations.get(resource.life.create ?? '')
    resources.set(resource.name, {
      ...resource,
      nameAt: resource.nameAt ?? namingMember(create),
      exclusive: content.exclusive ?? (resource.singleton || mayGiveIdsAgain(resource, create)),
    })
  }
  const authentication = authenticationOf(head.authentication)
  const problem =
    head.problem == null ? null : { mediaType: head.problem.mediaType, schema: head.problem.schema ?? true }
  const mediaTypes = head.mediaTypes ?? ['application/json']
  const otherMediaTypesIgnored = head.otherMediaTypes === 'ignored'
  const facts = { operations, resources, authentication, problem, mediaTypes, otherMediaTypesIgnored }
  const stated = clausesFrom(operationFiles, crossFiles, facts, problems)
  if (head.clauses !== 'stated') addImplied(stated, operations, facts)
  const fileOf = (path: string): string => relative(folder, join(root, path))
  const chained = causes === null ? stated : withChains(stated, causes)
  if (causes !== null && !trusted) checkChains(stated, causes, fileOf('causes.json'), problems)
  const { clauses, families } = withFamilies(chained, familiesFile, fileOf('families.json'), problems)
  const contract: Contract = {
    name: head.name,
    title: head.title,
    version: head.version,
    folders,
    basePath: head.basePath ?? null,
    probe: head.probe ?? probeOf(operations),
    authentication,
    rateLimit:
      head.rateLimit == null
        ? null
        : { status: head.rateLimit.status ?? 429, headers: head.rateLimit.headers ?? {} },
    problem,
    mediaTypes,
    otherMediaTypesIgnored,
    operations,
    resources,
    families,
    clauses: new Map([...clauses].sort(([one], [other]) => (one < other ? -1 : 1))),
    openPoints: (points?.openPoints ?? []).map(openPointOf),
    profileKeys,
    scopes: new Set([
      ...scopes,
      ...table.flatMap((row) =>
        row.resources.flatMap((resource) => row.verbs.map((verb) => `${verb}:${resource}`)),
      ),
    ]),
  }
  if (!trusted) checkReferences(contract, (name) => relative(folder, join(root, name)), problems)
  problems.raise(folder)
  return deepFreeze(contract)
}

const metaFolder = join(packageRoot, 'schemas/meta')
const ofContracts = [
  'contract',
  'operation',
  'resource',
  'cross',
  'open-points',
  'profile-keys',
  'scopes',
  'causes',
  'families',
]

/** Validators of a contract's files, for the build. */
export function metaCompilations(): readonly Compilation[] {
  const meta = new MetaSchemas(metaSchemas())
  return ofContracts.map((name) => meta.compilation(name))
}

function metaSchemas(): readonly Json[] {
  return ofContracts.map((name) => JSON.parse(readInput(join(metaFolder, `${name}.json`))) as Json)
}

function jsonFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
}

function readJson(path: string, file: string, problems: Problems): Json | undefined {
  try {
    const parsed = parse(readInput(path))
    if (parsed.ok) return parsed.value
    problems.add(file, '', `it is not JSON: ${parsed.message}`)
  } catch (error) {
    problems.add(file, '', `it can't be read: ${messageOf(error)}`)
  }
  return undefined
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1, -'.json'.length)
}

function operationFrom(
  source: OperationFile,
  file: string,
  head: ContractFile,
  resources: ReadonlyMap<string, Resource>,
  documents: ReadonlyMap<string, JsonObject>,
  problems: Problems,
): Operation {
  const resolved = (schema: Json, pointer: string, side: Side = 'request'): Schema | null => {
    try {
      return resolveSchema(schema, source.name, documents, baseOf(source, schema), side) as Schema | null
    } catch (error) {
      const place = error instanceof SchemaError ? `${pointer}${error.pointer}` : pointer
      problems.add(file, place, messageOf(error))
      return null
    }
  }
  const resource = source.name.slice(0, source.name.indexOf('.'))
  const { life } = resources.get(resource) ?? { life: {} as Resource['life'] }
  const parameters = (source.parameters ?? []).map(
    (parameter, index): Parameter => ({
      name: parameter.name,
      in: parameter.in,
      schema: resolved(parameter.schema, `/parameters/${index}/schema`) ?? {},
      resource: parameter.resource ?? resourceNamedBy(parameter, source, resource, resources),
    }),
  )
  return {
    name: source.name,
    title: source.title,
    part: source.part ?? '',
    resource,
    act: acts.find((act: Act) => life[act] === source.name) ?? 'other',
    method: source.method,
    path: encodedPattern(source.path),
    parameters,
    idParameter:
      parameters.find((parameter) => parameter.in === 'path' && parameter.resource === resource) ?? null,
    request: resolved(source.request ?? null, '/request'),
    mediaType: source.mediaType ?? 'application/json',
    response: resolved(source.response ?? null, '/response', 'response'),
    success: source.success ?? null,
    failures: source.failures ?? null,
    refusals: { ...head.refusals, ...source.refusals },
    scopes: source.scopes ?? null,
    authenticated: head.authentication != null && source.authentication !== false,
  }
}

// A new resource could reuse a deleted number, which would confuse other checks.
function mayGiveIdsAgain({ life, id, idsNeverReused }: Resource, create: Operation | undefined): boolean {
  const types = [schemaAt(create?.response ?? {}, id)?.type].flat()
  return (
    life.delete !== undefined && !idsNeverReused && (types.includes('integer') || types.includes('number'))
  )
}

// The run's marker and a number.
const nameCharactersMin = 20

// The first free text member of a creation.
function namingMember(create: Operation | undefined): Pointer | null {
  const properties = create?.request?.properties
  const found = Object.entries(isObject(properties) ? properties : {}).find(
    ([, schema]) =>
      isObject(schema) &&
      schema.type === 'string' &&
      !['enum', 'const', 'pattern', 'format', 'writeOnly'].some((keyword) => keyword in schema) &&
      (typeof schema.maxLength !== 'number' || schema.maxLength >= nameCharactersMin),
  )
  return found === undefined ? null : `/${tokenOf(found[0])}`
}

// "#/…" refers to the file, or to the schema's own definitions.
function baseOf(source: OperationFile, schema: Json): JsonObject {
  const file = source as unknown as JsonObject
  const own = isObject(schema) && isObject(schema.$defs) ? schema.$defs : {}
  return { ...file, $defs: { ...own, ...(isObject(file.$defs) ? file.$defs : {}) } }
}

// A final parameter is the id of the operation's resource; others belong to the resource before.
function resourceNamedBy(
  parameter: { readonly name: string; readonly in: string },
  { path }: OperationFile,
  own: string,
  resources: ReadonlyMap<string, Resource>,
): string | null {
  if (parameter.in !== 'path') return null
  if (isAtEnd(path, parameter.name)) return own
  const before = beforeParameter(path, parameter.name)
  return resources.has(before) ? before : null
}

function clausesFrom(
  operationFiles: readonly Read<OperationFile>[],
  crossFiles: readonly Read<CrossFile>[],
  facts: LawFacts,
  problems: Problems,
): Map<string, Clause> {
  const clauses = new Map<string, Clause>()
  const add = (clause: Clause, file: string, place: string): void => {
    const pointer = `${place}/id`
    const law = clause.law === null ? undefined : lawNamed(clause.law)
    if (clause.law !== null && law === undefined)
      problems.add(
        file,
        `${place}/law`,
        `there is no law "${clause.law}": ${didYouMeanOrKnown(
          clause.law,
          laws.map(({ name }) => name),
        )}`,
      )
    const operation = facts.operations.get(clause.operation)
    const resource = facts.resources.get(operation?.resource ?? '')
    if (
      law !== undefined &&
      operation !== undefined &&
      resource !== undefined &&
      !law.holdsFor(operation, resource, facts)
    )
      problems.add(
        file,
        `${place}/law`,
        `the law "${law.name}" can't hold for ${operation.name}: its resource's life has ${Object.keys(resource.life).join(', ') || 'nothing'}, its method is ${operation.method}, and what else the law needs is in docs/contract-reference.md`,
      )
    if (clauses.has(clause.id))
      problems.add(file, pointer, `there is another clause ${clause.id}: give each an id of its own`)
    clauses.set(clause.id, clause)
  }
  for (const { file, content } of operationFiles)
    for (const [index, source] of (content.clauses ?? []).entries())
      add(clauseOf(source, content.name, null), file, `/clauses/${index}`)
  for (const { file, content } of crossFiles) {
    for (const [index, source] of (content.each ?? []).entries())
      for (const operation of facts.operations.values())
        if (appliesTo(source.appliesTo, operation))
          add(clauseOf(source, operation.name, content.concern), file, `/each/${index}`)
    for (const [index, source] of (content.clauses ?? []).entries())
      add(clauseOf(source, 'any', content.concern), file, `/clauses/${index}`)
  }
  return clauses
}

// Adds clauses for keywords and laws without one.
function addImplied(clauses: Map<string, Clause>, operations: Map<string, Operation>, facts: LawFacts): void {
  const stated = new Set(clauses.keys())
  for (const operation of [...operations.values()]) {
    const [request, response] = (['request', 'response'] as const).map((side) => {
      const schema = operation[side]
      // Without a specified refusal, keywords only describe valid requests.
      if (schema === null || (side === 'request' && operation.refusals.invalid === null)) return null
      return withClauses(schema, operation, side)
    })
    operations.set(operation.name, {
      ...operation,
      request: request?.schema ?? operation.request,
      response: response?.schema ?? operation.response,
    })
    const resource = facts.resources.get(operation.resource)
    const added = [
      ...(request?.clauses ?? []),
      ...(response?.clauses ?? []),
      ...(resource === undefined ? [] : impliedByLaws(operation, resource, facts, stated)),
    ]
    for (const clause of added) if (!clauses.has(clause.id)) clauses.set(clause.id, clause)
  }
}

function authenticationOf(source: ContractFile['authentication']): Authentication | null {
  if (source == null) return null
  return {
    tokenPath: source.tokenPath ?? null,
    audience: source.audience ?? null,
    tokens: source.tokens ?? 'jwt',
  }
}

// A GET without an id can run first.
function probeOf(operations: ReadonlyMap<string, Operation>): string | null {
  const free = [...operations.values()].filter(
    ({ method, parameters }) => method === 'GET' && !parameters.some((one) => one.in === 'path'),
  )
  return free[0]?.name ?? null
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
