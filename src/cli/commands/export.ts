// Declares the command `export`.
import type { Command } from 'commander'
import type { ExportFlags } from '../export.ts'
import type { CommandContext } from './context.ts'

export function exportCommands(program: Command, { withEnvironment, given, terminal }: CommandContext): void {
  const command = withEnvironment(program.command('export')).description(
    'export a report or the contract for other tools',
  )
  const output = ['--output <file>', 'output file; default: standard output'] as const
  const report = ['--report <file>', 'report of a run', 'reports/report.json'] as const
  command
    .command('profile')
    .description("the run's profile, extended with the facts that the run observed")
    .option(...report)
    .option('--contract <folder>', 'contract of the run (TENANT_CONTRACT)')
    .option('--profile <file-or-name>', 'profile of the run (TENANT_PROFILE)')
    .option(...output)
    .action(async (flags: ExportFlags) =>
      (await import('../export.ts')).exportProfile(flags, given().variables, terminal),
    )
  command
    .command('openapi')
    .description('the operations of the contract as an OpenAPI 3.1 document')
    .option('--contract <folder>', 'contract to use instead of the shipped one (TENANT_CONTRACT)')
    .option(
      '--profile <file-or-name>',
      'profile with answers to the open points of the contract; default: reference (TENANT_PROFILE)',
    )
    .option(...output)
    .action(async (flags: Omit<ExportFlags, 'report'>) =>
      (await import('../export.ts')).exportOpenApi(flags, given().variables, terminal),
    )
  command
    .command('har')
    .description('the exchanges of all failures in a report, as an HTTP archive')
    .option(...report)
    .option(...output)
    .action(async (flags: ExportFlags) => (await import('../export.ts')).exportHar(flags, terminal))
}
