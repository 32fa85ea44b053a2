// Declares `replay` and `sweep`, which use files of an earlier run.
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
    'try the failures of a report again: FIXED, STILL FAILING or CANNOT TELL',
  )
  addOptions(replay, [...addressNames, 'writes'], {
    baseUrl: 'another tenant than that of the report, /api/v2 included',
    authUrl: "the token endpoint's domain",
    contract: 'contract of the report (TENANT_CONTRACT)',
    profile: 'profile: facts that the tenant declares; default: the profile of the report',
    writes: 'what the replay may change; default: as in the report',
  })
  addOptions(replay, ['rate', ...clientNames, 'ca', 'insecureHttp', ...receiverNames])
    .option(
      '--trust-file',
      'send requests and credentials to the addresses that the report names, and change what it allows',
    )
    .option('--quiet', 'no progress')
    .option('--verbose', 'every exchange')
    .action(async (report: string, ids: string[], flags: ReplayFlags) =>
      end(await (await import('../replay.ts')).replayFile(report, ids, flags, given().variables, terminal)),
    )
}

export function sweepCommand(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const sweep = withEnvironment(program.command('sweep'))
    .description('remove what a killed run left behind, from the ledger in its report folder')
    .option('--report-dir <folder>', 'where the ledger is', folderName, 'reports')
  addOptions(sweep, ['contract', 'baseUrl', 'authUrl', 'profile'], {
    contract: 'the contract of the run (TENANT_CONTRACT)',
    baseUrl: "the ledger's tenant, /api/v2 included (TENANT_BASE_URL)",
    profile: 'the profile that the run used (TENANT_PROFILE)',
  }).option(
    '--trust-file',
    "send requests and credentials to the addresses that the ledger names, and treat its resources as the run's",
  )
  addOptions(sweep, [...clientNames, 'rate', 'insecureHttp', 'ca']).action(async (flags: SweepFlags) =>
    end(await (await import('../sweep.ts')).sweep(flags, given().variables, terminal)),
  )
}
