// Builds the command line. Each command loads its own code only when it runs.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { SecretMask } from '../base/secret-mask.ts'
import { schemaVersion, tool } from '../base/tool.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { type GivenEnvironment, maskOf, processEnvironment } from '../settings/environment.ts'
import {
  contractCommands,
  exportCommands,
  firstRunCommands,
  replayCommand,
  reportsCommands,
  runCommands,
  serveCommand,
  sweepCommand,
} from './commands/index.ts'
import { printCompletion, type Shell, shells } from './completion/index.ts'
import { fleetCommands } from './fleet/index.ts'
import { guarded } from './guarded-terminal.ts'
import { description, helpOn, overviewOf, withExamples, withExitCodes } from './help/index.ts'
import { requireCommand, requireNoMore, requireValues } from './mistakes.ts'
import type { Terminal } from './terminal.ts'

/** @param mask hides secrets, except the secrets that `serve` must print */
export function createProgram(
  terminal: Terminal,
  mask = new SecretMask(),
): (argv: readonly string[]) => Promise<number> {
  return async (argv) => {
    let code: number = exitCodes.conformant
    const program = commands(terminal, mask, (result) => {
      code = result
    })
    requireCommand(program, argv)
    requireValues(program, argv)
    try {
      await program.parseAsync([...argv], { from: 'user' })
      return code
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      // Commander has already printed this error.
      return error.exitCode === 0 ? 0 : exitCodes.usage
    }
  }
}

export function commands(revealing: Terminal, mask: SecretMask, end: (code: number) => void): Command {
  const terminal = guarded(revealing, mask)
  let given: GivenEnvironment = { variables: {}, file: null }
  const withEnvironment = (command: Command): Command =>
    command
      .optionsGroup('The variables:')
      .addOption(
        new Option(
          '--env-file <file>',
          'read further variables from this file; default: .env if it exists',
        ).argParser(onlyFile),
      )
      .option('--no-env-file', 'use only the environment variables of the process')
      .optionsGroup('Options:')
      .hook('preAction', () => {
        const { envFile = true } = command.opts<{ envFile?: string | boolean }>()
        given = processEnvironment(envFile, command.name() === 'fleet' ? 'any' : 'tenant')
        maskOf(given.variables, mask)
      })
  const context = { terminal, revealing, mask, withEnvironment, given: () => given, end }
  const program = new Command(tool.name)
    .description(description)
    .version(
      `${tool.version}\nreport schema ${schemaVersion}`,
      '-V, --version',
      'print the version and the version of the report schema',
    )
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.error(visible(mask.redact(text), { lines: true })),
    })
    .showHelpAfterError('(see --help)')
    .enablePositionalOptions()
    // `requireNoMore` reports excess arguments with better advice.
    .allowExcessArguments()
    .hook('preAction', (_, command) => requireNoMore(command))

  runCommands(program, context)
  firstRunCommands(program, context)
  serveCommand(program, context)
  contractCommands(program, context)
  replayCommand(program, context)
  reportsCommands(program, context)
  fleetCommands(program, context)
  exportCommands(program, context)
  sweepCommand(program, context)

  withEnvironment(program.command('completion'))
    .description('print a script that completes commands, options, clauses and faults in a shell')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .option('--contract <folder>', 'contract to use instead of the shipped one (TENANT_CONTRACT)')
    .action((shell: Shell, { contract }: { contract?: string }) =>
      printCompletion(program, shell, contract, given.variables, terminal),
    )

  withEnvironment(program.command('help [command-or-clause...]'))
    .description('show help for a command, or explain a clause')
    .action((words: string[]) => helpOn(program, words, given.variables, terminal))

  const help = overviewOf(program)
  for (const command of [program, ...program.commands]) command.configureHelp(help)
  return withExitCodes(withExamples(program))
}

/** @throws InvalidArgumentError for a second file, which could belong to another tenant */
function onlyFile(file: string, earlier: unknown): string {
  if (typeof earlier === 'string')
    throw new InvalidArgumentError(
      `--env-file is given twice, first as ${earlier}: put all variables into one file.`,
    )
  return file
}
