// Loads and validates a profile.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { matchesGlob } from '../base/glob.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { createAjv, type ErrorObject } from '../base/schemas/ajv.ts'
import { faultInWords } from '../base/schemas/in-words.ts'
import { redacted } from '../base/secret.ts'
import { didYouMean, didYouMeanOrKnown, withFullStop } from '../base/text/nearest.ts'
import { commandName } from '../base/tool.ts'
import type { Contract } from '../contract/index.ts'
import { parseProfile } from './amend.ts'
import { unboundedness } from './bounded-schema.ts'
import { declaredCredentials, declaredIn } from './declared.ts'
import { requireFittingMethods, requireFreeNames } from './plausible.ts'
import { blankProfile, type Profile } from './profile.ts'
import { profileValidator } from './profile-schema.ts'

export function shippedProfiles(): readonly string[] {
  return readdirSync(join(packageRoot, 'profiles'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
}

export function isShippedProfile(source: string): boolean {
  if (shippedProfiles().includes(source)) return true
  try {
    return dirname(realpathSync(source)) === realpathSync(join(packageRoot, 'profiles'))
  } catch {
    return false
  }
}

/**
 * Loads a profile by its shipped name or its path. For null, returns the blank profile.
 * @param namedBy the variable that named the profile; null if an option named it
 */
export function loadProfile(
  source: string | null,
  contract: Contract,
  namedBy: string | null = null,
): Profile {
  if (source === null) return blankProfile
  const shipped = shippedProfiles()
  const file = shipped.includes(source) ? join(packageRoot, 'profiles', `${source}.json`) : source
  if (!existsSync(file)) {
    throw new ConfigurationError(
      `There is no profile "${source}"${namedBy === null ? '' : `, which ${namedBy} names`}: give the path of a JSON file or one of ${shipped.join(', ')}${didYouMean(source, shipped)}.`,
    )
  }
  let text: string
  try {
    text = readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `The profile ${file} can't be read (${messageOf(error)}): give the path of a readable JSON file.`,
    )
  }
  const parsed = parseProfile(text)
  if (!parsed.ok)
    throw new ConfigurationError(`The profile ${file} is not JSON (${parsed.message}): correct the file.`)
  return validateProfile(parsed.value, file, contract)
}

export function validateProfile(value: Json, place: string, contract: Contract): Profile {
  if (value === (blankProfile as unknown as Json)) return blankProfile
  const validate = profileValidator(contract)
  if (!validate(value))
    throw new ConfigurationError(`The profile ${place} ${problemOf(validate.errors ?? [], value)}`)
  const profile = value as unknown as Profile
  for (const [pointer, values] of declaredCredentials(profile, contract))
    if (Object.values(values).includes(redacted))
      throw new ConfigurationError(
        `The profile ${place} has "${redacted}" at ${pointer}: replace this mark with the credentials, which an export omits.`,
      )
  const schemas = contract.openPoints.flatMap(({ kind, declaredAt }) =>
    kind === 'schema' && declaredAt !== null ? [declaredAt] : [],
  )
  for (const pointer of new Set(['/errorBody', ...schemas]))
    requireSchema(declaredIn(profile, pointer), pointer, place)
  for (const id of Object.keys(profile.openPoints ?? {})) requireOpenPoint(id, place, contract)
  for (const { clause } of profile.waivers ?? []) requireClause(clause, `${place} waives`, contract)
  for (const { clause } of profile.gaps ?? []) requireClause(clause, `${place} has a gap for`, contract)
  requireFreeNames(profile, place, contract)
  requireFittingMethods(profile, place, contract)
  for (const name of Object.keys(profile.parameters ?? {})) requireParameter(name, place, contract)
  for (const { resource } of profile.leftovers ?? []) requireResource(resource, place, contract)
  return profile
}

function requireResource(resource: string, place: string, { resources }: Contract): void {
  if (resources.has(resource)) return
  throw new ConfigurationError(
    withFullStop(
      `The profile ${place} has leftovers of the unknown resource "${resource}": ${didYouMeanOrKnown(resource, [...resources.keys()])}`,
    ),
  )
}

function requireParameter(name: string, place: string, { operations }: Contract): void {
  const inPath = [...operations.values()].flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path').map((one) => one.name),
  )
  if (inPath.includes(name)) return
  throw new ConfigurationError(
    withFullStop(
      `The profile ${place} sets the unknown path parameter "${name}": ${didYouMeanOrKnown(name, [...new Set(inPath)])}`,
    ),
  )
}

function requireClause(clause: string, saying: string, { clauses }: Contract): void {
  const ids = [...clauses.keys()]
  if (ids.some((id) => matchesGlob(id, clause))) return
  throw new ConfigurationError(
    `The profile ${saying} the unknown clause "${clause}"${didYouMean(clause, ids)}: \`${commandName} clauses\` lists them.`,
  )
}

function requireOpenPoint(id: string, place: string, { openPoints }: Contract): void {
  const point = openPoints.find((candidate) => candidate.id === id)
  if (point !== undefined && point.declaredAt !== null)
    throw new ConfigurationError(
      `The profile ${place} is not valid at /openPoints: "${id}" has its own key, ${point.declaredAt}: declare the answer there.`,
    )
  if (point !== undefined) return
  const known = openPoints.filter(({ declaredAt }) => declaredAt === null).map((one) => one.id)
  throw new ConfigurationError(
    withFullStop(
      `The profile ${place} is not valid at /openPoints: there is no open point "${id}"; ${didYouMeanOrKnown(id, known)}`,
    ),
  )
}

function requireSchema(schema: Json | undefined, pointer: string, place: string): void {
  if (schema === undefined) return
  const endless = unboundedness(schema)
  if (endless !== null)
    throw new ConfigurationError(
      `The profile ${place} is not valid at ${pointer}: ${endless}. Simplify the schema.`,
    )
  const ajv = createAjv({ strict: false })
  try {
    ajv.compile(schema as JsonObject | boolean)
  } catch (error) {
    throw new ConfigurationError(
      `The profile ${place} is not valid at ${pointer}: the value is not a JSON Schema of draft 2020-12 (${messageOf(error)}).`,
    )
  }
}

/** Prefers an unknown member, because a misspelt name also explains why another member is missing. */
function problemOf(errors: readonly ErrorObject[], value: Json): string {
  const first = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0]
  const message = errors.find(({ keyword }) => keyword === 'if')?.parentSchema?.['x-message']
  if (first?.keyword !== 'additionalProperties' && typeof message === 'string') return message
  return first === undefined
    ? 'is not valid.'
    : withFullStop(`is not valid ${locationInWords(first)}: ${faultInWords(first, value)}`)
}

function locationInWords({ instancePath }: ErrorObject): string {
  return instancePath === '' ? 'at its top' : `at ${instancePath}`
}
