// Declares the commands `diff`, `report`, `merge` and `overview`.
import { type Command, Option } from 'commander'
import { folderName, harOption, noGitHub, reportsOption } from '../report-options.ts'
import type { DiffFormat, MergeFlags, OverviewFlags, ReportFlags } from '../reports/index.ts'
import type { CommandContext } from './context.ts'

export function reportsCommands(program: Command, { terminal, end }: CommandContext): void {
  program
    .command('diff <before> <after>')
    .description(
      'compare two reports or their folders: new failures, fixes, added and removed clauses, changed responses, slower operations',
    )
    .addOption(
      new Option('--format <format>', 'output format; use markdown for a comment on a pull request')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .action(async (before: string, after: string, { format }: { format: DiffFormat }) =>
      end(await (await import('../reports/index.ts')).diffFiles(before, after, format, terminal)),
    )

  program
    .command('report [folder]')
    .description('write all reports of a run again, from its event log')
    .option('--report-dir <folder>', 'folder for the reports; default: the folder of the log', folderName)
    .addOption(reportsOption())
    .addOption(harOption())
    .option('--quiet', 'print only failed clauses and the outcome')
    .option('--verbose', 'print everything that the event log contains')
    .action(async (source: string | undefined, flags: ReportFlags) =>
      end(await (await import('../reports/index.ts')).remakeReports(source ?? 'reports', flags, terminal)),
    )

  program
    .command('merge <reports...>')
    .description('merge the reports of shards, or their folders, into one')
    .option('--report-dir <folder>', 'folder for the merged reports', folderName, 'reports')
    .addOption(reportsOption())
    .option('--no-github', noGitHub)
    .action(async (files: string[], flags: MergeFlags) =>
      end(await (await import('../reports/index.ts')).mergeFiles(files, flags, terminal)),
    )

  program
    .command('overview <reports...>')
    .description(
      'write an HTML page and a JSON file that show the reports of many tenants or versions side by side',
    )
    .option('--report-dir <folder>', 'folder for overview.html and overview.json', folderName, 'overview')
    .addOption(
      new Option('--format <format>', 'format of standard output').choices(['text', 'json']).default('text'),
    )
    .action(async (sources: string[], flags: OverviewFlags) =>
      end(await (await import('../reports/index.ts')).overviewFiles(sources, flags, terminal)),
    )
}
