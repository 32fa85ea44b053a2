// Declares the commands `init` and `doctor`.
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
      'ask which tenant to check, send only reads to test it, and write the files for a run: .env and profile.json',
    )
    .option('--output-env <file>', 'file for the variables', '.env')
    .option('--output-profile <file>', 'file for the profile', 'profile.json')
    .option('--pipeline', "write a pipeline file for this repository's CI system")
    .option('--force', 'add variables to an existing file, and replace values in it')
    .action(async (flags: InitFlags) =>
      end(await (await import('../first-run/init.ts')).init(flags, given(), revealing)),
    )

  const doctor = withEnvironment(withTenant(program.command('doctor'))).description(
    'find problems that would stop a run, and suggest a fix for each; sends only reads',
  )
  addOptions(doctor, ['writes'], { writes: 'changes that a run may make (TENANT_WRITES)' })
    .option(
      '--try',
      'also create and remove one resource of each kind, to test the fixtures and the contract',
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .option('--quiet', 'print only problems and warnings')
    .action(async (flags: DoctorFlags) =>
      end(await (await import('../first-run/doctor.ts')).doctor(flags, given(), terminal)),
    )
}

function withTenant(command: Command): Command {
  addOptions(command, [...addressNames, 'rate']).option(
    '--report-dir <folder>',
    'folder for the reports of a run',
    folderName,
    'reports',
  )
  return addOptions(command, [...clientNames, 'ca', 'insecureHttp', ...receiverNames])
}
