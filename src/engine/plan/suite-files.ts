// Loads the suites and adapters of a contract. Reports all problems before the first request.
import { existsSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ConfigurationError, codeOf, messageOf } from '../../base/error.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import type { Contract } from '../../contract/index.ts'
import type { Suite } from '../suite.ts'
import type { AdapterSource } from '../under-test/index.ts'
import { loadedModule } from './loaded-module.ts'
import { monitoredClauses } from './monitored-clause.ts'
import { planChecks } from './planned-check.ts'

/**
 * Loads `<operation>.js` and `cross.<concern>.js`, also as `.mjs`, or as `.ts` if the runtime supports it.
 * @throws ConfigurationError with all problems, and all clauses without a check
 */
export async function loadSuites(contract: Contract): Promise<readonly Suite[]> {
  const folder = contract.folders.suites
  if (folder === null) return []
  const problems: string[] = []
  const suites: Suite[] = []
  for (const { file, exported } of await defaultsIn(folder, problems)) {
    if (!isSuite(exported)) {
      problems.push(
        `${file}: the file has no suite as its default export: write \`export default suite(…)\` or \`crossSuite(…)\``,
      )
      continue
    }
    suites.push(exported)
    for (const problem of problemsOf(exported, parse(file).name, contract))
      problems.push(`${file}: ${problem}`)
  }
  if (problems.length === 0)
    for (const id of unchecked(contract, suites))
      problems.push(
        `the clause ${id} has no check: give the clause a "law", or write a check with the name of the clause in a suite`,
      )
  if (problems.length > 0)
    throw new ConfigurationError(`The suites in ${folder} are not valid:`, problems.sort())
  return suites
}

/**
 * Loads `suites/resources`. Files without an adapter are helpers of the suites.
 * @throws ConfigurationError if a file cannot be loaded
 */
export async function loadAdapters({ folders }: Contract): Promise<readonly AdapterSource[]> {
  const folder = folders.suites === null ? null : join(folders.suites, 'resources')
  if (folder === null || !existsSync(folder)) return []
  const problems: string[] = []
  const found = await defaultsIn(folder, problems)
  if (problems.length > 0)
    throw new ConfigurationError(`The adapters in ${folder} are not valid:`, problems.sort())
  return found.map(({ exported }) => exported).filter(isAdapter)
}

async function defaultsIn(
  folder: string,
  problems: string[],
): Promise<readonly { readonly file: string; readonly exported: unknown }[]> {
  const files = readdirSync(folder)
    .filter((file) => /(?<!\.d|\.test|\.testing)\.(?:ts|js|mjs)$/.test(file))
    .sort()
  const loaded = await Promise.all(
    files.map(async (file) => {
      try {
        const module = await loadedModule(join(folder, file))
        return [{ file, exported: module.default }]
      } catch (error) {
        problems.push(`${file}: the file can't be loaded: ${messageOf(error)}${wayOut(error)}`)
        return []
      }
    }),
  )
  return loaded.flat()
}

function isAdapter(value: unknown): value is AdapterSource {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'driver'
}

function isSuite(value: unknown): value is Suite {
  const { kind } = (value ?? {}) as { readonly kind?: unknown }
  return kind === 'operation' || kind === 'cross'
}

function problemsOf(suite: Suite, name: string, contract: Contract): readonly string[] {
  const clauses = [...contract.clauses.values()]
  const of = suite.kind === 'operation' ? suite.operation : `cross.${suite.concern}`
  if (suite.kind === 'operation' && !contract.operations.has(suite.operation))
    return [`there is no operation "${of}"${didYouMean(of, [...contract.operations.keys()])}`]
  const unknown = (checks: object, known: readonly string[], place: string): readonly string[] =>
    Object.keys(checks)
      .filter((check) => !known.includes(check))
      .map((check) => `"${check}" is not a clause ${place}${didYouMean(check, known)}`)
  const named = (operation: string): readonly string[] =>
    clauses.filter((clause) => clause.operation === operation).map((clause) => clause.name)
  return [
    ...(of === name ? [] : [`the file contains the suite of ${of}: name the file ${of}.ts`]),
    ...(suite.kind === 'operation'
      ? unknown(suite.checks, named(of), `of ${of}: write the clause in schemas/operations/${of}.json`)
      : [
          ...unknown(
            suite.each,
            clauses.filter(({ concern }) => concern === suite.concern).map((clause) => clause.name),
            `of any operation: write the clause under "each" in schemas/cross/${suite.concern}.json`,
          ),
          ...unknown(
            suite.any,
            named('any'),
            `of the whole tenant: write the clause under "clauses" in schemas/cross/${suite.concern}.json`,
          ),
        ]),
  ]
}

function unchecked(contract: Contract, suites: readonly Suite[]): readonly string[] {
  const checked = new Set(planChecks(contract, suites).map(({ clause }) => clause.id))
  const monitored = monitoredClauses(contract)
  return [...contract.clauses.values()]
    .filter(({ id, unobservable }) => unobservable === null && !checked.has(id) && !monitored.has(id))
    .map(({ id }) => id)
}

function wayOut(error: unknown): string {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' && messageOf(error).includes('tenant-conformance')
    ? ' (install tenant-conformance in the folder of the contract, where its suites can find it)'
    : ''
}
