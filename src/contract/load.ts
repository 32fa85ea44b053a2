// Loads a contract: reads, joins, checks and freezes the data of its files.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import { type JsonObject, tokenOf } from '../base/json.ts'
import { checkChains, withChains } from './causes.ts'
import type { Authentication, Contract, ContractFolders, Operation } from './contract.ts'
import { type FolderOfContract, shippedContract } from './contract-folders.ts'
import { withFamilies } from './families.ts'
import { addImplied } from './implied/implied.ts'
import { checkLogin } from './login.ts'
import { openPointOf } from './open-point.ts'
import { precompiledContract } from './precompiled-contract.ts'
import { Problems } from './problems.ts'
import type { Resource } from './resource.ts'
import { loginIn, schemeOf } from './security.ts'
import { clausesFrom } from './sources/clauses.ts'
import { withPatchedMembers } from './sources/json-patches.ts'
import { operationFrom } from './sources/operation.ts'
import { problemFrom } from './sources/problem.ts'
import { resourceOf } from './sources/resource-source.ts'
import { resourcesFrom, withDefaultsOfCreation } from './sources/resources.ts'
import {
  baseName,
  type ContractFile,
  readSources,
  type ScopesFile,
  type SourceFiles,
} from './sources/source-files.ts'
import { checkConstraintKinds } from './validation/constraints.ts'
import { checkReferences } from './validation/references.ts'
import { checkRuleLevels } from './validation/rule-levels.ts'

/**
 * @param trusted whether to skip the validation
 * @throws ConfigurationError that lists the errors
 */
export function loadContract(
  folders: FolderOfContract = shippedContract,
  { trusted = folders === shippedContract } = {},
): Contract {
  const kept = trusted && folders === shippedContract ? precompiledContract(folders) : null
  return kept ?? contractFromFiles(folders, trusted)
}

export function contractFromFiles(folders: FolderOfContract, trusted: boolean): Contract {
  const { schemas: root, location: folder } = folders
  if (!existsSync(join(root, 'contract.json')))
    throw new ConfigurationError(
      statSync(folder, { throwIfNoEntry: false })?.isFile()
        ? `The contract ${folder} is a file: give the folder of a contract.`
        : `There is no contract in ${folder}: schemas/contract.json is missing. Give the folder of a contract.`,
    )
  const problems = new Problems()
  return contractOf(readSources(root, folder, trusted, problems), folders, trusted, problems)
}

/** @throws ConfigurationError that lists the errors */
export function contractOf(
  sources: SourceFiles,
  folders: ContractFolders,
  trusted = false,
  problems = new Problems(),
): Contract {
  const { head, causes } = sources
  // The remaining checks need valid files.
  problems.raise(folders.location)
  if (head === undefined) throw new Error('a contract without contract.json passed')

  const fileOf = (path: string): string => join('schemas', path)
  checkRuleLevels(head.rules, fileOf('contract.json'), problems)
  for (const { file, content } of sources.operations) checkRuleLevels(content.rules, file, problems)
  for (const { file, content } of sources.resources)
    checkConstraintKinds(content.constraints ?? [], file, problems)
  const documents = new Map(
    [...sources.resources.map(({ content }) => content), ...(sources.definitions ?? [])].flatMap(
      (content) => {
        const document = content as unknown as JsonObject
        return typeof document.$id === 'string' ? [[document.$id, document] as const] : []
      },
    ),
  )
  const declared = withUndeclared(resourcesFrom(sources.resources, documents, problems), sources)
  const read = new Map<string, Operation>()
  for (const { file, content } of sources.operations) {
    if (baseName(file) !== content.name)
      problems.add(
        file,
        '/name',
        `the name is "${content.name}", but the file is ${baseName(file)}.json: use one name for both`,
      )
    read.set(content.name, operationFrom(content, file, head, declared, documents, problems))
  }
  const operations = withPatchedMembers(read, declared)
  const resources = withDefaultsOfCreation(declared, sources.resources, operations)
  const authentication = authenticationOf(head.authentication)
  for (const [name, scheme] of authentication?.schemes ?? []) {
    const login = loginIn(scheme)
    if (login !== null)
      checkLogin(login, fileOf('contract.json'), `/authentication/schemes/${tokenOf(name)}/login`, problems)
  }
  const problem = problemFrom(head, documents, fileOf('contract.json'), problems)
  const mediaTypes = head.mediaTypes ?? ['application/json']
  const otherMediaTypesIgnored = head.otherMediaTypes === 'ignored'
  const facts = { operations, resources, authentication, problem, mediaTypes, otherMediaTypesIgnored }
  const stated = clausesFrom(sources, facts, problems)
  if (head.clauses !== 'stated') addImplied(stated, operations, facts)
  const chained = causes === null ? stated : withChains(stated, causes)
  if (causes !== null && !trusted) checkChains(stated, causes, fileOf('causes.json'), problems)
  const { clauses, families } = withFamilies(chained, sources.families, fileOf('families.json'), problems)
  const contract: Contract = {
    name: head.name,
    title: head.title,
    version: head.version,
    folders,
    basePath: head.basePath ?? null,
    openapi: head.openapi === undefined ? null : { location: head.openapi, questions: [], remarks: [] },
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
    openPoints: sources.openPoints.map(openPointOf),
    profileKeys: sources.profileKeys,
    scopes: scopesOf(sources.scopes),
  }
  if (!trusted) checkReferences(contract, fileOf, problems)
  problems.raise(folders.location)
  return deepFreeze(contract)
}

function withUndeclared(
  declared: ReadonlyMap<string, Resource>,
  { head, operations }: SourceFiles,
): ReadonlyMap<string, Resource> {
  if (head?.openapi === undefined) return declared
  const names = operations.map(({ content }) => content.name.slice(0, content.name.indexOf('.')))
  return new Map([
    ...names.flatMap((name) => (declared.has(name) ? [] : [[name, resourceOf(name, {})] as const])),
    ...declared,
  ])
}

function scopesOf({ table = [], scopes = [] }: ScopesFile): ReadonlySet<string> {
  return new Set([
    ...scopes,
    ...table.flatMap(({ resources, verbs }) =>
      resources.flatMap((resource) => verbs.map((verb) => `${verb}:${resource}`)),
    ),
  ])
}

function authenticationOf(source: ContractFile['authentication']): Authentication | null {
  if (source == null) return null
  const named = Object.entries(source.schemes ?? {})
  // The bearer tokens of OpenAPI need not be JWTs.
  const tokens = source.tokens ?? (named.length === 0 ? 'jwt' : 'opaque')
  return {
    tokenPath: source.tokenPath ?? null,
    audience: source.audience ?? null,
    tokens,
    schemes: new Map(named.map(([name, scheme]) => [name, schemeOf(scheme, tokens)])),
  }
}

function probeOf(operations: ReadonlyMap<string, Operation>): string | null {
  const free = [...operations.values()].filter(
    ({ method, parameters }) => method === 'GET' && !parameters.some((one) => one.in === 'path'),
  )
  return (free.find(({ act }) => act === 'list') ?? free[0])?.name ?? null
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
