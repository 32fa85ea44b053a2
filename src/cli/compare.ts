// `diff` and `merge`: reports compared, and reports of shards made one.
import {
  diffReports,
  mergeReports,
  readReport,
  regressed,
  terminalDiff,
  terminalReport,
  writeReports,
} from '../report/index.ts'
import { exitCodeOf } from './run.ts'
import type { Terminal } from './terminal.ts'

/** Writes what changed from one report to another. Returns 1 where something fails that did not, else 0. */
export async function diffFiles(before: string, after: string, terminal: Terminal): Promise<number> {
  const diff = diffReports(await readReport(before), await readReport(after))
  terminal.write(terminalDiff(diff, { color: terminal.color }))
  return regressed(diff) ? 1 : 0
}

/** Writes the reports of one run made of the reports of its shards. Returns the exit code of that run. */
export async function mergeFiles(
  files: readonly string[],
  reportDir: string,
  terminal: Terminal,
): Promise<number> {
  const merged = mergeReports(await Promise.all(files.map(readReport)))
  const exit = exitCodeOf(merged, false)
  const report = { ...merged, run: { ...merged.run, exit } }
  const written = await writeReports(report, reportDir)
  terminal.write(
    terminalReport(report, {
      color: terminal.color,
      width: terminal.width,
      screen: terminal.isScreen ?? false,
      verbose: false,
      quiet: false,
      files: written,
    }),
  )
  return exit
}
