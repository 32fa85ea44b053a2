// The files of a run: its reports, and the statement that names them.
import { existsSync, statSync } from 'node:fs'
import { ConfigurationError } from '../base/error.ts'
import type { Environment } from '../environment.ts'
import { type Report, type ReportFormat, type Subject, writeReports } from '../report/index.ts'
import { attest } from './attest.ts'

export interface FileFlags {
  readonly reportDir: string
  readonly reports: readonly ReportFormat[]
  readonly attest?: string
  readonly profile?: string
  readonly baseline?: string
}

/** The files written, the statement last, or why there are none: what was found is told all the same. */
export async function writeFiles(
  report: Report,
  subjects: readonly Subject[],
  flags: FileFlags,
  environment: Environment,
): Promise<{ readonly files: readonly string[]; readonly problem: string | null }> {
  const files: string[] = []
  try {
    files.push(...(await writeReports(report, flags.reportDir, flags.reports)))
    if (flags.attest === undefined) return { files, problem: null }
    const configuration = [flags.profile ?? environment.TENANT_PROFILE, flags.baseline].filter(isFile)
    await attest(flags.attest, report, { subjects, files, configuration, environment })
    return { files: [...files, flags.attest], problem: null }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { files, problem: error.message }
  }
}

function isFile(path: string | undefined): path is string {
  return path !== undefined && existsSync(path) && statSync(path).isFile()
}
