// `export`: a report or the contract in the form of another tool: an observed profile, OpenAPI, HAR.
import { writeFileSync } from 'node:fs'
import { ConfigurationError, messageOf } from '../base/error.ts'
import type { Json } from '../base/json.ts'
import { redacted } from '../base/secret.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { tool } from '../base/tool.ts'
import { visibleJson } from '../base/visible.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import type { Environment } from '../environment.ts'
import { openApiOf } from '../openapi/document.ts'
import {
  declaredCredentials,
  declaring,
  loadProfile,
  observedProfile,
  type Profile,
  shippedProfiles,
  validateProfile,
} from '../profile/index.ts'
import { exchangesOfReport, readReport, toHar } from '../report/index.ts'
import { contractOf } from '../settings.ts'
import { requireContract } from '../trust.ts'
import type { Terminal } from './terminal.ts'

export interface ExportFlags {
  readonly report: string
  readonly contract?: string
  readonly profile?: string
  readonly output?: string
}

/** Writes the profile that the run of a report observed, on top of the one that it used. */
export async function exportProfile(
  flags: ExportFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = contractOf(flags, environment)
  const report = await readReport(flags.report)
  requireContract('The report', report.contract ?? null, contract)
  // A run of the embedded tenant uses the profile of that name.
  const source =
    flags.profile ??
    (environment.TENANT_PROFILE?.trim() || (report.target.embedded ? report.target.profile : null))
  const profile = observedProfile(loadProfile(source, contract), report.openPoints, contract)
  const valid = validateProfile(profile as unknown as Json, 'to export', contract)
  // What the package ships is known to everybody.
  write(
    shippedProfiles().includes(source ?? '') ? valid : withoutCredentials(valid, contract, terminal),
    flags,
    terminal,
  )
}

/** The profile without its credentials, also where they stand in a fixture. */
function withoutCredentials(profile: Profile, contract: Contract, terminal: Terminal): Profile {
  const credentials = declaredCredentials(profile, contract)
  if (credentials.size === 0) return profile
  const mask = new SecretMask()
  for (const values of credentials.values()) for (const value of Object.values(values)) mask.add(value)
  const places = [...credentials.keys()].map((pointer) => pointer.slice(1).replaceAll('/', '.'))
  terminal.error(`The values of ${places.join(', ')} are left out of the profile: put them in again.\n`)
  let shown = mask.maskDeep(profile)
  for (const [pointer, values] of credentials)
    shown = declaring(shown, pointer, Object.fromEntries(Object.keys(values).map((name) => [name, redacted])))
  return shown
}

/** Writes the operations of the contract as an OpenAPI 3.1 document, with what a profile declares of what it leaves open. */
export function exportOpenApi(
  flags: Omit<ExportFlags, 'report'>,
  environment: Environment,
  terminal: Terminal,
): void {
  const contract = contractOf(flags, environment)
  // Of the shipped contract the reference tenant is what can be tried at once.
  const source =
    flags.profile ?? (environment.TENANT_PROFILE?.trim() || (isShipped(contract) ? 'reference' : null))
  write(openApiOf(contract, loadProfile(source, contract), tool.version), flags, terminal)
}

/** Writes the exchanges of a report's failures as an HTTP archive. */
export async function exportHar(flags: ExportFlags, terminal: Terminal): Promise<void> {
  write(toHar(exchangesOfReport(await readReport(flags.report)), tool), flags, terminal)
}

function write(value: unknown, { output }: Pick<ExportFlags, 'output'>, terminal: Terminal): void {
  const text = `${visibleJson(value)}\n`
  try {
    if (output === undefined) terminal.write(text)
    else writeFileSync(output, text)
  } catch (error) {
    throw new ConfigurationError(`${output} can't be written (${messageOf(error)}): give another --output.`)
  }
}
