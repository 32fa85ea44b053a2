// The command `init` tests a tenant with read requests, and writes the files for a run.
import { ConfigurationError } from '../../base/error.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { commandName } from '../../base/tool.ts'
import { exitCodes } from '../../base/verdict.ts'
import { visible } from '../../base/visible.ts'
import type { Contract } from '../../contract/index.ts'
import { exitOf, type Finding } from '../../diagnostics/finding.ts'
import { findingsText, summaryText } from '../../diagnostics/report.ts'
import { type Discovery, discover } from '../../init/discovery.ts'
import { askForCredential, askForProfile, askForTenant } from '../../init/interview.ts'
import { clausesOf, isObstacle, isSupply, missingText } from '../../init/missing-prerequisites.ts'
import { nextCommand } from '../../init/next-command.ts'
import { type OutputPlan, planOutput, replaced, writeOutput } from '../../init/output.ts'
import { pipelinesFor, writePipeline } from '../../init/pipeline.ts'
import { Cancelled, type Prompts, promptsTo } from '../../init/prompts.ts'
import { wrapped } from '../../report/index.ts'
import { resolveContract, suppliedVariables } from '../../settings/contract.ts'
import { type Environment, type GivenEnvironment, maskOf } from '../../settings/environment.ts'
import { checkVariables, sortVariables } from '../../settings/tenant-variables.ts'
import { connectionOf } from '../connection.ts'
import { guarded } from '../guarded-terminal.ts'
import type { TenantFlags } from '../options.ts'
import type { Terminal } from '../terminal.ts'

export interface InitFlags extends TenantFlags {
  readonly reportDir: string
  readonly outputEnv: string
  readonly outputProfile: string
  readonly pipeline?: boolean
  readonly force?: boolean
}

/**
 * @returns 0 after success or without a tenant; 2 or 3 if the tenant is not usable; 130 if the user cancelled
 */
export async function init(flags: InitFlags, given: GivenEnvironment, terminal: Terminal): Promise<number> {
  const ask = terminal.person == null ? null : await promptsTo(terminal.person)
  try {
    return await begin(flags, given, terminal, ask)
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
    terminal.error('Nothing was written.\n')
    return exitCodes.interrupted
  }
}

async function begin(
  flags: InitFlags,
  { variables: given }: GivenEnvironment,
  revealing: Terminal,
  ask: Prompts | null,
): Promise<number> {
  const contract = await resolveContract(flags, given)
  const known = flags.contract === undefined ? given : { ...given, TENANT_CONTRACT: flags.contract }
  const told =
    ask === null ? complete(known, flags, contract) : await askForTenant(ask, known, flags.baseUrl, contract)
  if (told === null) {
    revealing.write(
      `Nothing was written. To check the embedded reference tenant, run:\n\n  ${commandName} run\n`,
    )
    return 0
  }
  const mask = maskOf(told, new SecretMask())
  const terminal = guarded(revealing, mask)
  const { color, width, isTTY } = terminal
  const say = (text: string): void => {
    for (const line of text.split('\n')) {
      const [indent = ''] = /^ */.exec(line) ?? []
      const lines = wrapped(visible(line.slice(indent.length)), Math.max(30, width - indent.length))
      terminal.write(lines.map((one) => `${indent}${one}\n`).join(''))
    }
  }
  if (isTTY) terminal.error('\nTesting the tenant; sending only reads …\n\n')
  const discovery = await discover(
    {
      reportDir: flags.reportDir,
      ...connectionOf(flags),
      contract,
    },
    withFlags(told, flags),
  )
  const { diagnosis, found } = discovery
  const findings = diagnosis.findings.filter(({ id }) => id !== 'env-file')
  const obstacles = findings.filter(isObstacle)
  if (diagnosis.config === null || obstacles.length > 0) {
    const inTheWay = findings.filter(({ state }) => state === 'problem')
    terminal.write(findingsText(inTheWay, { color, width }))
    say(`Nothing was written: ${summaryText(inTheWay)}.`)
    return Math.max(exitOf(findings), exitCodes.usage)
  }
  say(`${diagnosis.config.baseUrl} responds and accepts the credential.`)
  for (const [name, value] of Object.entries(found)) say(`  found  ${name}=${value}`)
  terminal.write(
    `\n${findingsText(
      findings.filter((one) => !isSupply(one)),
      { color, width, quiet: true },
    )}`,
  )
  const missing = missingText(findings, diagnosis.config, width)
  if (missing !== '') terminal.write(`${visible(missing, { lines: true })}\n`)
  const variables = ask === null ? discovery.variables : await askForMore(ask, discovery, findings)
  maskOf(variables, mask)
  const names = sortVariables(checkVariables(variables, suppliedVariables(contract)))
  const values = Object.fromEntries(names.map((name) => [name, (variables[name] ?? '').trim()]))
  const files = { variables: flags.outputEnv, profile: flags.outputProfile }
  const plan = planOutput(files, values, diagnosis.config.baseUrl, contract)
  if (!(await mayWrite(plan, values, flags, ask))) {
    say('Nothing was written.')
    return exitCodes.interrupted
  }
  for (const line of await writeOutput(plan)) say(line)
  await offerPipeline(flags, ask, say)
  const command = nextCommand(
    flags,
    diagnosis.config.writesAsked || diagnosis.config.writes === 'destructive',
  )
  if (missing !== '')
    say(
      `\nWith --write-gaps ${flags.outputProfile}, a run adds the clauses without an answer to the profile, as gaps.`,
    )
  say(`\nNext:\n\n  ${command}`)
  return 0
}

function withFlags(variables: Environment, { baseUrl, authUrl, profile }: InitFlags): Environment {
  return {
    ...variables,
    ...(baseUrl === undefined ? {} : { TENANT_BASE_URL: baseUrl }),
    ...(authUrl === undefined ? {} : { TENANT_AUTH_URL: authUrl }),
    ...(profile === undefined ? {} : { TENANT_PROFILE: profile }),
  }
}

async function askForMore(
  ask: Prompts,
  { diagnosis, variables: found }: Discovery,
  findings: readonly Finding[],
): Promise<Environment> {
  const profile =
    diagnosis.recognised === null && !found.TENANT_PROFILE?.trim() ? await askForProfile(ask) : null
  const variables = profile === null ? found : { ...found, TENANT_PROFILE: profile }
  const limited = findings.find(({ id, state }) => id === 'supply.limited' && state === 'warning')
  if (limited === undefined) return variables
  const has = await ask.yes(
    `Do you have a second client without the required scopes, or a token of this client?${clausesOf(limited)}`,
    false,
  )
  return has ? askForCredential(ask, variables, 'TENANT_LIMITED_') : variables
}

/** @throws ConfigurationError if a required value is missing */
function complete(given: Environment, { baseUrl }: InitFlags, { authentication }: Contract): Environment {
  if (!(baseUrl ?? given.TENANT_BASE_URL)?.trim())
    throw new ConfigurationError(
      'No tenant is given, and init can ask only in a terminal: give --base-url or TENANT_BASE_URL.',
    )
  const needsToken = authentication !== null && authentication.schemes.size === 0
  if (needsToken && !given.TENANT_ACCESS_TOKEN?.trim() && !given.TENANT_CLIENT_ID?.trim())
    throw new ConfigurationError(
      'No credential is given, and init can ask only in a terminal: set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment.',
    )
  return given
}

/** @throws ConfigurationError if the function can neither overwrite the file nor ask the user */
async function mayWrite(
  plan: OutputPlan,
  values: Readonly<Record<string, string>>,
  { force = false }: InitFlags,
  ask: Prompts | null,
): Promise<boolean> {
  if (!plan.adds || plan.variables === null || force) return true
  const file = plan.files.variables
  if (ask === null)
    throw new ConfigurationError(
      `${file} already exists: use --force to add variables and replace values in it, or --output-env to write another file.`,
    )
  const changed = replaced(file, values)
  const loses = changed.length === 0 ? 'existing values stay' : `${changed.join(', ')} will be replaced`
  return ask.yes(`${file} already exists: add to it? (${loses})`, true)
}

async function offerPipeline(
  { pipeline = false }: InitFlags,
  ask: Prompts | null,
  say: (text: string) => void,
): Promise<void> {
  for (const one of pipelinesFor(process.cwd())) {
    const { forge, target, template, there } = one
    if (there) say(`${target} already exists: ${template} shows what to add for ${forge}.`)
    else if (
      pipeline ||
      (ask !== null && (await ask.yes(`Write ${target}, a pipeline file for ${forge}?`, true)))
    ) {
      writePipeline(process.cwd(), one)
      say(`The pipeline in ${target} checks the tenant on ${forge}: add the variables there as secrets.`)
    } else say(`To write ${target}, a pipeline file for ${forge}, use --pipeline.`)
  }
}
