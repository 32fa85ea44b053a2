// Declares `diff`, `report`, `merge` and `overview`.
import { type Command, Option } from 'commander'
import { folderName, harOption, noGitHub, reportsOption } from '../report-options.ts'
import type { DiffFormat, MergeFlags, OverviewFlags, ReportFlags } from '../reports/index.ts'
import type { CommandContext } from './context.ts'

export function reportsCommands(program: Command, { terminal, end }: CommandContext): void {
  program
    .command('diff <before> <after>')
    .description(
      'compare two reports, or their folders: what got worse or better, came or went, or responds differently or more slowly',
    )
    .addOption(
      new Option('--format <format>', 'how it is told; markdown is fit for a comment on a pull request')
        .choices(['text', 'markdown', 'json'])
        .default('text'),
    )
    .action(async (before: string, after: string, { format }: { format: DiffFormat }) =>
      end(await (await import('../reports/index.ts')).diffFiles(before, after, format, terminal)),
    )

  program
    .command('report [folder]')
    .description('write every report again, from the event log in the report folder of a run')
    .option('--report-dir <folder>', 'where the reports go; default: where the log is', folderName)
    .addOption(reportsOption())
    .addOption(harOption())
    .option('--quiet', 'failed clauses and the outcome only')
    .option('--verbose', 'everything that the log tells')
    .action(async (source: string | undefined, flags: ReportFlags) =>
      end(await (await import('../reports/index.ts')).remakeReports(source ?? 'reports', flags, terminal)),
    )

  program
    .command('merge <reports...>')
    .description('merge the reports of shards, or their folders, into one')
    .option('--report-dir <folder>', 'where the merged reports go', folderName, 'reports')
    .addOption(reportsOption())
    .option('--no-github', noGitHub)
    .action(async (files: string[], flags: MergeFlags) =>
      end(await (await import('../reports/index.ts')).mergeFiles(files, flags, terminal)),
    )

  program
    .command('overview <reports...>')
    .description(
      'lay the reports of many tenants or versions, or their folders, side by side, on one page and as JSON',
    )
    .option('--report-dir <folder>', 'where overview.html and overview.json go', folderName, 'overview')
    .addOption(
      new Option('--format <format>', 'what standard output gets').choices(['text', 'json']).default('text'),
    )
    .action(async (sources: string[], flags: OverviewFlags) =>
      end(await (await import('../reports/index.ts')).overviewFiles(sources, flags, terminal)),
    )
}
