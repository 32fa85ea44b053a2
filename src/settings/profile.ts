// Loads the profile that the settings name.
import type { Contract } from '../contract/index.ts'
import { loadProfile, type Profile, validateProfile } from '../profile/index.ts'
import type { Environment } from './environment.ts'
import { type GivenTenantOptions, tenantOptions } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

type GivenProfile = Pick<GivenTenantOptions, 'profile'>

/** @throws ConfigurationError for an unknown or invalid profile */
export function resolveProfile(options: GivenProfile, environment: Environment, contract: Contract): Profile {
  if (typeof options.profile === 'object') return validateProfile(options.profile as never, 'given', contract)
  return loadProfile(
    profileSourceOf(options, environment),
    contract,
    options.profile === undefined ? tenantOptions.profile.variable : null,
  )
}

/** Returns null for a profile object, or if nothing names a profile. */
export function profileSourceOf({ profile }: GivenProfile, environment: Environment): string | null {
  if (typeof profile === 'object') return null
  return profile ?? variableIn(environment, tenantOptions.profile.variable)
}
