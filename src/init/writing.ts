// What init writes: the file of the variables, the profile, and the line that keeps the former out of a repository.
import { parse } from 'dotenv'
import { readInput } from '../base/files/input-file.ts'
import type { Contract } from '../contract/index.ts'
import { shippedProfiles } from '../profile/index.ts'
import { keepOut } from './ignoring.ts'
import { isThere, writeFiles } from './place.ts'
import { profileText } from './profile-file.ts'
import { withVariables } from './variables.ts'

export interface Files {
  /** Of the variables. */
  readonly variables: string
  readonly profile: string
}

/** What is to be written, decided before anything is. */
export interface Draft {
  readonly files: Files
  /** Null where the file holds all of it already. */
  readonly variables: string | null
  /** Whether a file of variables is there. */
  readonly adds: boolean
  /** Null where none is written. */
  readonly profile: string | null
  /** What is to be told of the profile. */
  readonly told: string
}

/**
 * @param values variables by their names, TENANT_PROFILE as it was given or found among them
 * @param baseUrl whose profile it is
 * @throws ConfigurationError where a file can't be written as it should be
 */
export function draftOf(
  files: Files,
  values: Readonly<Record<string, string>>,
  baseUrl: string,
  contract: Contract,
): Draft {
  const adds = isThere(files.variables, '--output-env')
  const profileThere = isThere(files.profile, '--output-profile')
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
    told: own
      ? `The profile is ${given}, as it was given.`
      : profileThere
        ? `${files.profile} is there, and is kept as it is.`
        : `${files.profile} declares ${shipped === null ? 'nothing yet' : `what the profile ${shipped} does`}: edit it as you need.`,
  }
}

const header = '# A tenant, for tenant-conformance. It holds credentials: nobody else should read it.\n'

/** Whether the file of variables has other values of some of them, which would be lost. */
export function replaced(file: string, values: Readonly<Record<string, string>>): readonly string[] {
  const held = parse(readInput(file))
  return Object.entries(values).flatMap(([name, value]) => ((held[name] ?? value) !== value ? [name] : []))
}

/** @returns what was done, one sentence each */
export async function write({ files, variables, profile, told, adds }: Draft): Promise<readonly string[]> {
  const kept = await keepOut(files.variables)
  await writeFiles([
    ...(profile === null ? [] : [{ place: files.profile, text: profile, mode: 0o644 }]),
    ...(variables === null ? [] : [{ place: files.variables, text: variables, mode: 0o600 }]),
  ])
  return [
    variables === null
      ? `${files.variables} holds all of it already.`
      : `${files.variables} ${adds ? 'was added to' : 'holds the address and the credentials'}; only its owner may read it.`,
    ...(kept === null ? [] : [kept]),
    told,
  ]
}
