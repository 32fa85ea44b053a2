// Chooses and writes the reports of a run and the in-toto statement.
import { existsSync, statSync } from 'node:fs'
import { ConfigurationError } from '../../base/error.ts'
import {
  type Format,
  formats,
  harFormat,
  type Report,
  type ReportFiles,
  type ReportFormat,
  type Subject,
} from '../../report/index.ts'
import type { Environment } from '../../settings/environment.ts'
import { attest } from '../pipeline/attest.ts'
import type { ReportChoice } from '../report-options.ts'

export interface FileFlags {
  readonly reportDir: string
  readonly reports: readonly ReportFormat[]
  readonly attest?: string
  readonly profile?: string | undefined
  readonly baseline?: string
}

export function formatsOf({ reports, har }: ReportChoice): readonly Format[] {
  return [...reports.map((name) => formats[name]), ...(har === 'none' ? [] : [harFormat(har)])]
}

/** Returns write errors instead of throwing them, so the result of the run still appears. */
export async function writeFiles(
  report: Report,
  reports: ReportFiles,
  subjects: readonly Subject[],
  flags: FileFlags,
  environment: Environment,
): Promise<{ readonly written: readonly string[]; readonly problem: string | null }> {
  const written: string[] = []
  try {
    written.push(...reports.finish(report))
    if (flags.attest === undefined) return { written, problem: null }
    const configuration = [flags.profile ?? environment.TENANT_PROFILE, flags.baseline].filter(isFile)
    await attest(flags.attest, report, { subjects, files: written, configuration, environment })
    return { written: [...written, flags.attest], problem: null }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { written, problem: error.message }
  }
}

function isFile(path: string | undefined): path is string {
  return path !== undefined && existsSync(path) && statSync(path).isFile()
}
