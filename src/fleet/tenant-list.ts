// Reads a list of tenants, which contains names of environment variables instead of credentials.

import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { parsedUrl } from '../base/uri.ts'
import { faultOfAddress } from '../settings/address.ts'
import type { Environment } from '../settings/environment.ts'
import { isCredential, tenantVariables } from '../settings/tenant-variables.ts'
import { type Cell, type Problem, type Row, tableOf } from './table.ts'

export interface FleetTenant {
  readonly name: string
  readonly baseUrl: string
  /** The environment variables of the tenant's run, including credentials. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Fleet {
  readonly tenants: readonly FleetTenant[]
  /** The names of all variables with credentials. A run gets only the credentials of its own tenant. */
  readonly credentials: ReadonlySet<string>
}

/** If `named` is true, the cells contain names of environment variables. */
interface Column {
  readonly variable: string
  readonly named: boolean
}

// The list has no column for the contract, because all tenants share one contract.
const ofEachTenant = tenantVariables.filter((variable) => variable !== 'TENANT_CONTRACT')

/** Maps a column to its variable, for example clientSecret to TENANT_CLIENT_SECRET. */
function columnsOf(supplied: readonly string[]): ReadonlyMap<string, Column> {
  return new Map(
    [...ofEachTenant, ...supplied].map((variable) => [
      variable
        .slice('TENANT_'.length)
        .toLowerCase()
        .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      { variable, named: isCredential(variable) || /_(?:CLIENT_ID|USERNAME)$/.test(variable) },
    ]),
  )
}

const problemsShownMax = 20

/**
 * @param environment null if the caller needs no credentials
 * @param supplied further variables with ids of resources
 * @throws ConfigurationError with the position of each problem, and without possible secrets
 */
export function readFleet(file: string, environment: Environment | null, supplied: readonly string[]): Fleet {
  let text: string
  try {
    text = readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `The list ${file} can't be read (${messageOf(error)}): give a CSV or JSON file.`,
    )
  }
  const { columns, rows, problems: found } = tableOf(text)
  const problems: Problem[] = [...found]
  const known = columnsOf(supplied)
  const names = ['name', ...known.keys()]
  for (const [index, column] of columns.entries()) {
    const twice = columns.findIndex(({ text: name }) => name === column.text) < index
    if (twice) problems.push({ ...column, says: `there is a second column "${shownText(column)}"` })
    else if (!names.includes(column.text))
      problems.push({
        ...column,
        says: `there is no column "${shownText(column)}"${looksSecret(column.text) ? '' : didYouMean(column.text, names)}: the columns are ${names.join(', ')}`,
      })
  }
  if (rows.length === 0 && problems.length === 0)
    problems.push({
      line: 1,
      column: 1,
      says: 'the list contains no tenant: write a header and one row for each tenant, or a JSON array',
    })
  const credentials = new Set<string>()
  const seen = new Map<string, Row>()
  const once = (kind: string, value: string, cell: Cell): void => {
    const key = `${kind} ${value.toLowerCase()}`
    const first = seen.get(key)
    if (first !== undefined)
      problems.push({ ...cell, says: `the tenant in line ${first.line} already has this ${kind}` })
    else seen.set(key, { ...cell, cells: new Map() })
  }
  const tenants = rows.flatMap((row): FleetTenant[] => {
    const variables: Record<string, string> = {}
    const need = (name: string): Cell | null => {
      const cell = row.cells.get(name)
      if (cell === undefined) problems.push({ ...row, says: `the tenant has no ${name}` })
      return cell ?? null
    }
    const [name, baseUrl] = [need('name'), need('baseUrl')]
    for (const [column, cell] of row.cells) {
      const says = problemOf(column, cell, known, environment)
      if (says !== null) problems.push({ ...cell, says })
      const { variable, named } = known.get(column) ?? { variable: null, named: false }
      if (variable === null || says !== null) continue
      if (named) credentials.add(cell.text)
      variables[variable] = named ? (environment?.[cell.text] ?? '') : cell.text
    }
    if (name === null || baseUrl === null) return []
    once('name', name.text, name)
    // A base URL must be unique, because two runs of a tenant would change its singletons at the same time.
    once('baseUrl', baseUrl.text.replace(/\/+$/, ''), baseUrl)
    return [{ name: name.text, baseUrl: baseUrl.text, variables }]
  })
  refuse(file, problems)
  return { tenants, credentials }
}

function refuse(file: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const lines = [...problems]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, says }) => `${file}:${line}:${column}: ${says}`)
  const more = lines.length - problemsShownMax
  throw new ConfigurationError(`The list ${file} is not valid:`, [
    ...lines.slice(0, problemsShownMax),
    ...(more > 0 ? [`and ${more} more`] : []),
  ])
}

/** A tenant's name is also the name of its report folder. */
const folderName = /^[A-Za-z0-9][\w.-]{0,63}$/
const variableName = /^[A-Z_][A-Z0-9_]{0,127}$/

function problemOf(
  column: string,
  cell: Cell,
  known: ReadonlyMap<string, Column>,
  environment: Environment | null,
): string | null {
  const { text } = cell
  const { variable = '', named = false } = known.get(column) ?? {}
  if (named) {
    const example = variable.replace('TENANT_', 'ACME_')
    if (!variableName.test(text) || looksSecret(text))
      return `${column} must be the name of a variable, in capitals, for example ${example}: put the value into the environment (this message omits the value, because it may be a secret)`
    return environment !== null && (environment[text] ?? '').trim() === ''
      ? `the variable ${text} is not set: it must contain ${column}`
      : null
  }
  if (looksSecret(text) && !variable.endsWith('_IDS'))
    return `the value of ${column} looks like a secret, so this message omits the value: a list must not contain credentials, only the names of their variables, such as ACME_CLIENT_SECRET, under accessToken or clientSecret`
  if (column === 'name' && (!folderName.test(text) || text.endsWith('.')))
    return `the name "${text}" cannot be the name of a folder: begin with a letter or digit, use only letters, digits, ".", "-" and "_" (64 characters at most), and do not end with "."`
  if (column === 'baseUrl' && !/^https?:$/.test(parsedUrl(text)?.protocol ?? ''))
    return `baseUrl ${faultOfAddress(text)}`
  return null
}

function looksSecret(text: string): boolean {
  if (/eyJ[\w-]{5,}\.[\w-]/.test(text) || /\/\/[^/\s]*@/.test(text)) return true
  const runs = text.match(/[A-Za-z0-9+=~]{16,}|[\w+=~-]{32,}/g) ?? []
  return runs.some((run) => {
    const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(run)).length
    const digits = run.replace(/\D/g, '').length
    return kinds === 3 || /^[\da-f]{32,}$/i.test(run) || (kinds === 2 && digits >= 4 && run.length >= 20)
  })
}

function shownText({ text }: Cell): string {
  return looksSecret(text) ? '…' : text.slice(0, 64)
}
