// The command `export` writes an observed profile, an OpenAPI document or a HAR file.
import { writeFileSync } from 'node:fs'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { dotted, type Json } from '../base/json.ts'
import { redacted } from '../base/secret.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { tool } from '../base/tool.ts'
import { visibleJson } from '../base/visible.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import { openApiOf } from '../openapi/export/document.ts'
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
import { resolveContract } from '../settings/contract.ts'
import type { Environment } from '../settings/environment.ts'
import { profileSourceOf } from '../settings/profile.ts'
import { requireContract } from '../settings/trust.ts'
import type { Terminal } from './terminal.ts'

export interface ExportFlags {
  readonly report: string
  readonly contract?: string
  readonly profile?: string
  readonly output?: string
}

export async function exportProfile(
  flags: ExportFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = await resolveContract(flags, environment)
  const report = await readReport(flags.report)
  requireContract('The report', report.contract ?? null, contract)
  // For the embedded tenant, the report contains the name of a shipped profile.
  const source =
    profileSourceOf(flags, environment) ?? (report.target.embedded ? report.target.profile : null)
  const profile = observedProfile(loadProfile(source, contract), report.openPoints, contract)
  const valid = validateProfile(profile as unknown as Json, 'to export', contract)
  write(
    shippedProfiles().includes(source ?? '') ? valid : withoutCredentials(valid, contract, terminal),
    flags,
    terminal,
  )
}

function withoutCredentials(profile: Profile, contract: Contract, terminal: Terminal): Profile {
  const credentials = declaredCredentials(profile, contract)
  if (credentials.size === 0) return profile
  const mask = new SecretMask()
  for (const values of credentials.values()) for (const value of Object.values(values)) mask.add(value)
  const places = [...credentials.keys()].map((pointer) => dotted(pointer))
  terminal.error(`The exported profile contains no credentials: insert the values of ${places.join(', ')}.\n`)
  let shown = mask.maskDeep(profile)
  for (const [pointer, values] of credentials)
    shown = declaring(shown, pointer, Object.fromEntries(Object.keys(values).map((name) => [name, redacted])))
  return shown
}

export async function exportOpenApi(
  flags: Omit<ExportFlags, 'report'>,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = await resolveContract(flags, environment)
  // Only the shipped contract has the reference profile as its default.
  const source = profileSourceOf(flags, environment) ?? (isShipped(contract) ? 'reference' : null)
  write(openApiOf(contract, loadProfile(source, contract), tool.version), flags, terminal)
}

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
