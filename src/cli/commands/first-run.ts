// Declares `init` and `doctor`.
import { type Command, Option } from 'commander'
import type { DoctorFlags } from '../first-run/doctor.ts'
import type { InitFlags } from '../first-run/init.ts'
import { addOptions, addressNames, clientNames, receiverNames } from '../options.ts'
import { folderName } from '../report-options.ts'
import type { CommandContext } from './context.ts'

export function firstRunCommands(
  program: Command,
  { withEnvironment, given, terminal, revealing, end }: CommandContext,
): void {
  withEnvironment(withTenant(program.command('init')))
    .description(
      'ask for a tenant, try it with reads only, and write what a run needs: .env and profile.json',
    )
    .option('--output-env <file>', 'file for the variables', '.env')
    .option('--output-profile <file>', 'file for the profile', 'profile.json')
    .option('--pipeline', 'write the pipeline file of the forge of this repository')
    .option('--force', 'add to an existing file of variables')
    .action(async (flags: InitFlags) =>
      end(await (await import('../first-run/init.ts')).init(flags, given(), revealing)),
    )

  const doctor = withEnvironment(withTenant(program.command('doctor'))).description(
    'find problems that would stop a run, with a remedy for each; sends reads only',
  )
  addOptions(doctor, ['writes'], { writes: 'what a run may change (TENANT_WRITES)' })
    .option(
      '--try',
      'also make one resource of each kind and remove it again, to try the fixtures and the contract',
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .option('--quiet', 'only problems and warnings')
    .action(async (flags: DoctorFlags) =>
      end(await (await import('../first-run/doctor.ts')).doctor(flags, given(), terminal)),
    )
}

function withTenant(command: Command): Command {
  addOptions(command, [...addressNames, 'rate']).option(
    '--report-dir <folder>',
    'where the reports of a run go',
    folderName,
    'reports',
  )
  return addOptions(command, [...clientNames, 'ca', 'insecureHttp', ...receiverNames])
}
