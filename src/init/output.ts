// Plans and writes the variables file, the profile and the entry in .gitignore.
import { parse } from 'dotenv'
import { readInput } from '../base/files/input-file.ts'
import type { Contract } from '../contract/index.ts'
import { shippedProfiles } from '../profile/index.ts'
import { addToGitignore } from './gitignore.ts'
import { isExistingFile, writeFiles } from './output-file.ts'
import { profileText } from './profile-file.ts'
import { withVariables } from './variables.ts'

export interface OutputFiles {
  readonly variables: string
  readonly profile: string
}

export interface OutputPlan {
  readonly files: OutputFiles
  /** Null if the file already contains all values. */
  readonly variables: string | null
  readonly adds: boolean
  readonly profile: string | null
  readonly profileMessage: string
}

/** @throws ConfigurationError if a path is not usable */
export function planOutput(
  files: OutputFiles,
  values: Readonly<Record<string, string>>,
  baseUrl: string,
  contract: Contract,
): OutputPlan {
  const adds = isExistingFile(files.variables, '--output-env')
  const profileThere = isExistingFile(files.profile, '--output-profile')
  const given = values.TENANT_PROFILE ?? null
  const shipped = given !== null && shippedProfiles().includes(given) ? given : null
  const own = given !== null && shipped === null
  const text = adds ? readInput(files.variables) : header
  const all = { ...values, TENANT_PROFILE: own ? given : files.profile }
  const merged = withVariables(text, all, files.variables)
  return {
    files,
    adds,
    variables: adds && merged === text ? null : merged,
    profile: own || profileThere ? null : profileText(files.profile, shipped, baseUrl, contract),
    profileMessage: own
      ? `The profile is ${given}.`
      : profileThere
        ? `${files.profile} already exists and stays unchanged.`
        : `${files.profile} ${shipped === null ? 'is an empty profile' : `is a copy of the profile ${shipped}`}: edit it as you need.`,
  }
}

const header =
  '# Variables of a tenant for tenant-conformance. This file contains credentials: keep it private.\n'

export function replaced(file: string, values: Readonly<Record<string, string>>): readonly string[] {
  const held = parse(readInput(file))
  return Object.entries(values).flatMap(([name, value]) => ((held[name] ?? value) !== value ? [name] : []))
}

export async function writeOutput({
  files,
  variables,
  profile,
  profileMessage,
  adds,
}: OutputPlan): Promise<readonly string[]> {
  const kept = await addToGitignore(files.variables)
  writeFiles([
    ...(profile === null ? [] : [{ path: files.profile, text: profile, mode: 0o644 }]),
    ...(variables === null ? [] : [{ path: files.variables, text: variables, mode: 0o600 }]),
  ])
  return [
    variables === null
      ? `${files.variables} already contains all variables.`
      : `${files.variables} ${adds ? 'contains the new variables' : 'contains the address and the credentials'}; only its owner can read it.`,
    ...(kept === null ? [] : [kept]),
    profileMessage,
  ]
}
