// The command `overview` compares reports of many tenants, or of many versions of one tenant.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { commitAll, Draft, discardAll } from '../../base/files/draft.ts'
import { makeFolder } from '../../base/files/folder.ts'
import { exitCodes } from '../../base/verdict.ts'
import { visible } from '../../base/visible.ts'
import {
  linkTo,
  namesOf,
  type Overview,
  OverviewTally,
  overviewHtml,
  overviewJson,
  readReport,
  reportFileIn,
  terminalOverview,
} from '../../report/index.ts'
import type { Terminal } from '../terminal.ts'

export interface OverviewFlags {
  readonly reportDir: string
  readonly format: 'text' | 'json'
}

/**
 * Accepts paths of reports or of report folders.
 * @returns 0 if all tenants are conformant, 1 if a tenant is non-conformant, otherwise 3
 * @throws ConfigurationError before any file is written, or after a failed write
 */
export async function overviewFiles(
  sources: readonly string[],
  { reportDir, format }: OverviewFlags,
  terminal: Terminal,
): Promise<number> {
  const files = sources.map(reportFileIn)
  const names = namesOf(files)
  const tally = new OverviewTally()
  for (const [index, file] of files.entries()) {
    const page = pageOf(file)
    tally.add({
      name: names[index] ?? file,
      page: page === null ? null : linkTo(page, reportDir),
      report: await readReport(file),
    })
  }
  const { overview } = tally
  const written = write(reportDir, overview)
  const told = `Written   ${written.map((file) => visible(file)).join('  ')}\n`
  if (format === 'json') {
    terminal.write(overviewJson(overview))
    terminal.error(told)
  } else terminal.write(`${terminalOverview(overview, { color: terminal.color })}${told}`)
  return exitOf(overview)
}

/**
 * Returns the HTML report beside `report.json`. Beside a file with another name, the HTML report may belong
 * to another run.
 */
function pageOf(file: string): string | null {
  const page = join(dirname(file), 'report.html')
  return basename(file) === 'report.json' && existsSync(page) ? page : null
}

function write(folder: string, overview: Overview): readonly string[] {
  const drafts: Draft[] = []
  try {
    makeFolder(folder)
    for (const [name, text] of [
      ['overview.html', overviewHtml(overview)],
      ['overview.json', overviewJson(overview)],
    ] as const) {
      const draft = new Draft(join(folder, name))
      drafts.push(draft)
      draft.write(text)
    }
    commitAll(drafts)
    return drafts.map(({ place }) => place)
  } catch (error) {
    discardAll(drafts)
    throw new ConfigurationError(
      `The overview can't be written to ${folder} (${messageOf(error)}): name another folder with --report-dir.`,
    )
  }
}

function exitOf({ reports }: Overview): number {
  const of = (outcome: keyof typeof exitCodes) => reports.some((report) => report.outcome === outcome)
  if (of('non-conformant')) return exitCodes['non-conformant']
  return of('incomplete') ? exitCodes.incomplete : exitCodes.conformant
}
