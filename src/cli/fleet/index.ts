// Declares the commands for many tenants.
import type { Command } from 'commander'
import type { Environment } from '../../settings/environment.ts'
import type { CommandContext } from '../commands/index.ts'
import { number } from '../options.ts'
import { folderName, reportsOption } from '../report-options.ts'
import type { FleetFlags, RunFleetFlags } from './actions.ts'

const commands = () => import('./actions.ts')

export function fleetCommands(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const environment = (): Environment => given().variables
  const fleet = withEnvironment(program.command('fleet')).description(
    'check all tenants of a list (docs/many-machines.md)',
  )
  const listed = (command: Command): Command =>
    command
      .option('--shards <number>', 'number of parts for each tenant; each part is one task', number, 1)
      .option('--contract <folder>', 'contract to check the tenants against (TENANT_CONTRACT)')
      .option(
        '--report-dir <folder>',
        'folder for the reports; each tenant gets a subfolder with its name',
        folderName,
        'fleet',
      )
  listed(fleet.command('plan <list>'))
    .description('show the tasks of a fleet run; sends nothing')
    .action(async (list: string, flags: FleetFlags) =>
      (await commands()).planFleet(list, flags, environment(), terminal),
    )
  listed(fleet.command('run <list> [options...]'))
    .description('check all tenants of a list; the options after -- are passed to each run')
    .usage('[options] <list> [-- options of run]')
    .option(
      '--worker <i/n>',
      'for machine i of n: run every nth task, starting with the ith; auto: read i and n from the CI system',
    )
    .option('--at-once <number>', 'number of parallel tasks on this machine', number, 4)
    .addOption(reportsOption())
    .action(async (list: string, options: string[], flags: RunFleetFlags) =>
      end(await (await commands()).runFleet(list, options, flags, environment(), terminal)),
    )
  listed(fleet.command('collect <list>'))
    .description(
      'merge the partial reports of each tenant, and write an overview of all tenants; sends nothing',
    )
    .addOption(reportsOption())
    .action(async (list: string, flags: FleetFlags) =>
      end(await (await commands()).collectFleet(list, flags, environment(), terminal)),
    )
}
