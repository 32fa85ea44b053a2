// The options `--write-gaps` and `--write-waivers` write suppressions into a profile.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { clip } from '../base/clip.ts'
import { inDays } from '../base/clock.ts'
import { ConfigurationError } from '../base/error.ts'
import { readInput } from '../base/files/input-file.ts'
import { type WholeFile, writeOrExplain } from '../base/files/whole-file.ts'
import type { Json } from '../base/json.ts'
import type { Leftover, Suppression } from '../base/suppression.ts'
import { counted } from '../base/text/counted.ts'
import { isOpen, mayBeWritten } from '../base/verdict.ts'
import type { Contract } from '../contract/index.ts'
import type { Checked } from '../library/conformance.ts'
import {
  fixtureName,
  loadProfile,
  parseProfile,
  type SuppressionKey,
  schemaReference,
  shippedProfiles,
  validateProfile,
  withSuppressions,
} from '../profile/index.ts'
import { ofSpecification, type Report, type ReportClause } from '../report/index.ts'

export interface AmendmentFlags {
  readonly writeGaps?: string
  readonly writeWaivers?: string
  readonly reason?: string
}

const excuseDays = 90
const reasonCharactersMax = 300
const unneeded: Readonly<Record<SuppressionKey, string | null>> = {
  gaps: 'no clause needs a gap. A gap is for a clause whose prerequisite is missing, or whose behaviour no request can show',
  waivers: 'no clause failed without a waiver',
  leftovers: null,
}

/**
 * The caller calls this function before the first request.
 * @throws ConfigurationError if the profile cannot be amended
 */
export function requireAmendable(
  { writeGaps, writeWaivers, reason }: AmendmentFlags,
  contract: Contract,
): void {
  if (writeWaivers !== undefined && !reason?.trim())
    throw new ConfigurationError(
      '--write-waivers needs --reason: say in a few words why these failures are accepted.',
    )
  if (writeWaivers === undefined && reason !== undefined)
    throw new ConfigurationError('--reason needs --write-waivers FILE: give both, or neither.')
  for (const file of new Set([writeGaps, writeWaivers])) {
    if (file === undefined) continue
    if (shippedProfiles().includes(file))
      throw new ConfigurationError(
        `"${file}" is a shipped profile and can't be changed: give another file, for example ${file}.json.`,
      )
    if (existsSync(file)) loadProfile(file, contract)
    else if (!existsSync(dirname(resolve(file))))
      throw new ConfigurationError(
        `${file} can't be written, because its folder does not exist: create it, or name another file.`,
      )
  }
}

/**
 * @returns sentences for the user
 * @throws ConfigurationError if a file cannot be written
 */
export async function amend(
  flags: AmendmentFlags,
  checked: Omit<Checked, 'conclude'>,
  contract: Contract,
): Promise<readonly string[]> {
  const { report } = checked
  const told: string[] = []
  const expires = inDays(excuseDays)
  const texts = new Map<string, string>()
  const add = (file: string, kind: SuppressionKey, excuses: readonly (Suppression | Leftover)[]): void => {
    if (excuses.length === 0) {
      const why = unneeded[kind]
      if (why !== null) told.push(`No ${kind} were written to ${file}: ${why}.`)
      return
    }
    texts.set(file, withSuppressions(texts.get(file) ?? textOf(file, checked, contract), kind, excuses))
    const inUse = checked.profileSource !== null && resolve(checked.profileSource) === resolve(file)
    told.push(
      `${counted(excuses.length, kind.slice(0, -1))} written to ${file}, valid until ${expires}: read ${excuses.length === 1 ? 'its reason' : 'their reasons'}${inUse ? '' : `, and run with --profile ${file}`}.`,
    )
  }
  const why = unfit(report)
  if (flags.writeGaps !== undefined) {
    if (why === null) {
      add(flags.writeGaps, 'gaps', gapsOf(report, expires))
      told.push(...withoutGap(report))
      add(flags.writeGaps, 'leftovers', leftoversOf(report, contract, expires))
    } else told.push(`No gaps were written to ${flags.writeGaps}: ${why}.`)
  }
  if (flags.writeWaivers !== undefined)
    add(flags.writeWaivers, 'waivers', waiversOf(report, flags.reason ?? '', expires))
  await written(texts, contract)
  return told
}

function unfit({ run, summary, resources }: Report): string | null {
  if (run.interrupted) return 'the run was interrupted'
  if (summary.error > 0) return 'a check stopped with an internal error'
  if (summary.pass === 0) return 'no clause passed, so the tenant may be unreachable'
  return resources.leaked.some(({ irremovable }) => irremovable === undefined)
    ? 'the run left resources behind that it should have removed'
    : null
}

function isUnexcused(clause: ReportClause): boolean {
  return ofSpecification(clause) && isOpen(clause.verdict) && clause.gap === undefined
}

function withoutGap({ clauses }: Report): string[] {
  const open = clauses.filter(isUnexcused)
  const sentence = (some: readonly ReportClause[], why: string): string[] => {
    const [first] = some
    if (first === undefined) return []
    const which = some.length === 1 ? first.id : `${first.id} and ${some.length - 1} more`
    return [`No gap was written for ${which}: ${why}`]
  }
  return [
    ...sentence(
      open.filter(({ origin }) => origin === 'failing' || origin === 'tenant' || origin === undefined),
      'the tenant is the cause. Read the reason of the clause and correct the tenant. If the tenant does not have an operation, declare the operation as "supported": false.',
    ),
    ...sentence(
      open.filter(({ origin }) => origin === 'run'),
      'the run skipped the checks because of the write mode, request limit or time limit.',
    ),
  ]
}

function gapsOf({ clauses }: Report, expires: string): Suppression[] {
  return clauses
    .filter((clause) => isUnexcused(clause) && mayBeWritten(clause.origin))
    .map(({ id, reason }) => ({
      clause: id,
      reason: clip(reason, reasonCharactersMax) || 'the clause has no answer',
      expires,
    }))
}

function leftoversOf({ resources }: Report, contract: Contract, expires: string): Leftover[] {
  const names = new Set(
    resources.leaked.flatMap(({ irremovable, excused }) =>
      excused === undefined ? (irremovable ?? []) : [],
    ),
  )
  return [...contract.resources.values()].flatMap((resource) =>
    names.has(resource.name)
      ? [
          {
            resource: resource.name,
            reason: `no operation removes ${resource.name}: declare fixtures.${fixtureName(resource, 'delete')} if the tenant has such an operation`,
            expires,
          },
        ]
      : [],
  )
}

function waiversOf({ clauses }: Report, reason: string, expires: string): Suppression[] {
  return clauses
    .filter((clause) => ofSpecification(clause) && clause.verdict === 'fail' && clause.waived === undefined)
    .map(({ id }) => ({ clause: id, reason, expires }))
}

/** Returns the text of the file. If the file does not exist, returns a copy of the run's profile. */
function textOf(
  file: string,
  { profile, profileSource }: Omit<Checked, 'conclude'>,
  contract: Contract,
): string {
  if (existsSync(file)) return readInput(file)
  if (profileSource !== null && existsSync(profileSource)) return readInput(profileSource)
  const { $schema: _, name, ...rest } = profile
  return `${JSON.stringify(
    {
      $schema: schemaReference(file, contract),
      name: name === 'none' ? basename(file, extname(file)) : name,
      ...rest,
    },
    null,
    2,
  )}\n`
}

async function written(texts: ReadonlyMap<string, string>, contract: Contract): Promise<void> {
  const files: WholeFile[] = []
  for (const [file, text] of texts) {
    const parsed = parseProfile(text)
    if (!parsed.ok) throw new Error(`an amended profile is not JSON: ${parsed.message}`)
    validateProfile(parsed.value as Json, file, contract)
    // Replaces the target of a symbolic link, and not the link.
    const known = existsSync(file)
    files.push({
      path: known ? realpathSync(file) : file,
      text,
      ...(known ? { mode: statSync(file).mode & 0o777 } : {}),
    })
  }
  writeOrExplain(files, 'The profile', `give another file for the profile`)
}
