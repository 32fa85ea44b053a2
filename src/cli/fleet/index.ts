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
    'check the tenants of a list (docs/many-machines.md)',
  )
  const listed = (command: Command): Command =>
    command
      .option(
        '--shards <number>',
        'parts of which each tenant is checked in, each a task of its own',
        number,
        1,
      )
      .option('--contract <folder>', 'contract to check the tenants against (TENANT_CONTRACT)')
      .option('--report-dir <folder>', 'where each tenant gets a folder of its name', folderName, 'fleet')
  listed(fleet.command('plan <list>'))
    .description('what each task of an array would run; sends nothing')
    .action(async (list: string, flags: FleetFlags) =>
      (await commands()).planFleet(list, flags, environment(), terminal),
    )
  listed(fleet.command('run <list> [options...]'))
    .description('check the tenants of a list; the options of run for all of them stand behind --')
    .usage('[options] <list> [-- options of run]')
    .option(
      '--worker <i/n>',
      'every nth task, from the ith on, where n machines share them; auto: as the CI system names this one',
    )
    .option('--at-once <number>', 'tasks at a time on this machine', number, 4)
    .addOption(reportsOption())
    .action(async (list: string, options: string[], flags: RunFleetFlags) =>
      end(await (await commands()).runFleet(list, options, flags, environment(), terminal)),
    )
  listed(fleet.command('collect <list>'))
    .description("merge the parts of each tenant's report, and lay all tenants side by side; sends nothing")
    .addOption(reportsOption())
    .action(async (list: string, flags: FleetFlags) =>
      end(await (await commands()).collectFleet(list, flags, environment(), terminal)),
    )
}
