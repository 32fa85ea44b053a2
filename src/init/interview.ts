// Asks the user for values that are missing.
import { ConfigurationError } from '../base/error.ts'
import { type Contract, isTokenScheme, type SecurityScheme } from '../contract/index.ts'
import { shippedProfiles } from '../profile/index.ts'
import type { Environment } from '../settings/environment.ts'
import { loginVariables, schemeVariables } from '../settings/scheme-variables.ts'
import { resolveTarget } from '../settings/target.ts'
import { isCredential } from '../settings/tenant-variables.ts'
import type { Prompts } from './prompts.ts'

const tokenVariables = ['TENANT_ACCESS_TOKEN', 'TENANT_CLIENT_ID']

const set = (variables: Environment, ...names: readonly string[]): boolean =>
  names.some((name) => (variables[name] ?? '').trim() !== '')

export async function askForTenant(
  ask: Prompts,
  given: Environment,
  baseUrl: string | undefined,
  contract: Contract,
): Promise<Environment | null> {
  let variables = given
  if (baseUrl === undefined && !set(given, 'TENANT_BASE_URL')) {
    const which = await ask.one('Which tenant do you want to check?', [
      { value: 'own', label: 'A tenant with a known address' },
      { value: 'embedded', label: 'None yet', hint: 'use the embedded reference tenant' },
    ])
    if (which === 'embedded') return null
    const address = await ask.line(
      'Base URL of the tenant, with the path of the API',
      'https://tenant.example/api/v2',
      wrongAddress,
    )
    variables = { ...variables, TENANT_BASE_URL: address }
  }
  const schemes = [...(contract.authentication?.schemes ?? [])]
  if (schemes.length === 0)
    return set(variables, ...tokenVariables) ? variables : askForCredential(ask, variables, 'TENANT_')
  for (const [name, scheme] of schemes) variables = await askForScheme(ask, variables, contract, name, scheme)
  return variables
}

async function askForScheme(
  ask: Prompts,
  given: Environment,
  contract: Contract,
  name: string,
  scheme: SecurityScheme,
): Promise<Environment> {
  const ofLogin = loginVariables(contract, name)
  const supplied = schemeVariables(contract).get(name) ?? tokenVariables
  const names = ofLogin ?? supplied
  const isSupplied = isTokenScheme(scheme)
    ? set(given, ...supplied)
    : supplied.every((one) => set(given, one))
  const isKnown = isSupplied || names.every((one) => set(given, one))
  const says =
    ofLogin !== null
      ? 'user and password of the login'
      : scheme.type === 'apiKey'
        ? `API key in the ${scheme.in} ${scheme.name}`
        : isTokenScheme(scheme)
          ? 'token or client'
          : 'user and password'
  if (isKnown || !(await ask.yes(`Do you have credentials for the scheme ${name}: ${says}?`, true)))
    return given
  if (isTokenScheme(scheme) && ofLogin === null) return askForCredential(ask, given, 'TENANT_')
  let variables = given
  for (const variable of names) {
    const answer = isCredential(variable)
      ? await ask.secret(variable)
      : await ask.line(variable, '', (text) => (text === '' ? 'Nothing was typed.' : null))
    variables = { ...variables, [variable]: answer }
  }
  return variables
}

export async function askForCredential(
  ask: Prompts,
  variables: Environment,
  prefix: string,
): Promise<Environment> {
  const by = await ask.one('How do requests authenticate?', [
    { value: 'client', label: 'A client: id and secret', hint: 'a run requests and renews tokens' },
    { value: 'token', label: 'An access token' },
  ])
  if (by === 'token') return { ...variables, [`${prefix}ACCESS_TOKEN`]: await ask.secret('The access token') }
  const id = await ask.line("The client's id", '', (text) => (text === '' ? 'Nothing was typed.' : null))
  return {
    ...variables,
    [`${prefix}CLIENT_ID`]: id,
    [`${prefix}CLIENT_SECRET`]: await ask.secret("The client's secret"),
  }
}

export async function askForProfile(ask: Prompts): Promise<string | null> {
  const chosen = await ask.one('Does one of the shipped profiles describe the tenant?', [
    { value: '', label: 'No, or I do not know', hint: 'creates an empty profile' },
    ...shippedProfiles().map((name) => ({ value: name, label: name })),
  ])
  return chosen === '' ? null : chosen
}

function wrongAddress(text: string): string | null {
  try {
    resolveTarget({ baseUrl: text }, {})
    return null
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return 'Give an http or https address, for example https://tenant.example/api/v2.'
  }
}
