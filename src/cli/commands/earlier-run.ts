// Declares the commands `replay` and `sweep`, which use files of an earlier run.
import type { Command } from 'commander'
import { addOptions, addressNames, clientNames, receiverNames } from '../options.ts'
import type { ReplayFlags } from '../replay.ts'
import { folderName } from '../report-options.ts'
import type { SweepFlags } from '../sweep.ts'
import type { CommandContext } from './context.ts'

export function replayCommand(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const replay = withEnvironment(program.command('replay <report> [clauses...]')).description(
    'check the failed clauses of a report again and print FIXED, STILL FAILING or CANNOT TELL',
  )
  addOptions(replay, [...addressNames, 'writes'], {
    baseUrl: 'URL of the tenant with /api/v2; it can differ from the URL in the report',
    authUrl: 'URL of the token endpoint without its path',
    contract: 'contract used for the report (TENANT_CONTRACT)',
    profile: 'profile: declared facts about the tenant; default: the profile of the report',
    writes: 'changes that the replay may make; default: the write mode of the report',
  })
  addOptions(replay, ['rate', ...clientNames, 'ca', 'insecureHttp', ...receiverNames])
    .option(
      '--trust-file',
      'trust the report: send requests and credentials to its addresses, and use its write mode',
    )
    .option('--quiet', 'do not show progress')
    .option('--verbose', 'print every exchange')
    .action(async (report: string, ids: string[], flags: ReplayFlags) =>
      end(await (await import('../replay.ts')).replayFile(report, ids, flags, given().variables, terminal)),
    )
}

export function sweepCommand(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const sweep = withEnvironment(program.command('sweep'))
    .description('remove the resources that a killed run left behind, using the ledger in its report folder')
    .option('--report-dir <folder>', 'folder that contains the ledger', folderName, 'reports')
  addOptions(sweep, ['contract', 'baseUrl', 'authUrl', 'profile'], {
    contract: 'contract of the run (TENANT_CONTRACT)',
    baseUrl: 'URL of the tenant in the ledger, with /api/v2 (TENANT_BASE_URL)',
    profile: 'profile of the run (TENANT_PROFILE)',
  }).option(
    '--trust-file',
    'trust the ledger: send requests and credentials to its addresses, and remove the resources it lists',
  )
  addOptions(sweep, [...clientNames, 'rate', 'insecureHttp', 'ca']).action(async (flags: SweepFlags) =>
    end(await (await import('../sweep.ts')).sweep(flags, given().variables, terminal)),
  )
}
