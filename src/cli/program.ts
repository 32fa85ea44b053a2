// Declares all commands. Each loads its code on demand, to keep `--version` fast.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { depthNames } from '../base/depth.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { schemaVersion, tool } from '../base/tool.ts'
import { exitCodes } from '../base/verdict.ts'
import { visible } from '../base/visible.ts'
import { writeModes } from '../base/write-mode.ts'
import { type GivenEnvironment, maskOf, processEnvironment } from '../settings/environment.ts'
import type { ClausesFlags } from './clauses.ts'
import { printCompletion, type Shell, shells } from './completion/index.ts'
import type { ExportFlags } from './export.ts'
import type { DoctorFlags } from './first-run/doctor.ts'
import type { InitFlags } from './first-run/init.ts'
import { fleetCommands } from './fleet/index.ts'
import { guarded } from './guarded-terminal.ts'
import { helpOn, requireCommand, withExamples } from './help/index.ts'
import { requireNoMore, requireValues } from './operands.ts'
import type { ReplayFlags } from './replay.ts'
import { folderName, harOption, reportsOption } from './report-options.ts'
import type { DiffFormat, MergeFlags, OverviewFlags, ReportFlags } from './reports/index.ts'
import type { RunFlags } from './run.ts'
import type { ServeFlags } from './serve.ts'
import type { SweepFlags } from './sweep.ts'
import { number, tenantOptions } from './tenant-options.ts'
import type { Terminal } from './terminal.ts'
import type { VerifyFlags } from './verify-contract.ts'

/** @param mask hides secrets, except those that `serve` prints */
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
      // Commander has printed the error already.
      return error.exitCode === 0 ? 0 : exitCodes.usage
    }
  }
}

export function commands(revealing: Terminal, mask: SecretMask, end: (code: number) => void): Command {
  const terminal = guarded(revealing, mask)
  let given: GivenEnvironment = { variables: {}, file: null }
  /** Reads the variables before the command runs. */
  const withEnvironment = (command: Command): Command =>
    command
      .optionsGroup('The variables:')
      .addOption(
        new Option(
          '--env-file <file>',
          'variables besides those of the process; default: .env, where there is one',
        ).argParser(onlyFile),
      )
      .option('--no-env-file', 'the variables of the process alone')
      .optionsGroup('Options:')
      .hook('preAction', () => {
        const { envFile = true } = command.opts<{ envFile?: string | boolean }>()
        // Lists of tenants may use any names.
        given = processEnvironment(envFile, command.name() === 'fleet' ? 'any' : 'tenant')
        maskOf(given.variables, mask)
      })
  const program = new Command(tool.name)
    .description(
      'Checks clause by clause, with evidence, whether a tenant behaves as its Management API v2 is specified.',
    )
    .version(
      `${tool.version}\nreport schema ${schemaVersion}`,
      '-V, --version',
      'the version, and that of the schema of reports',
    )
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.error(visible(mask.redact(text), { lines: true })),
    })
    .showHelpAfterError('(--help shows what is known)')
    .enablePositionalOptions()
    // requireNoMore names the excess word.
    .allowExcessArguments()
    .hook('preAction', (_, command) => requireNoMore(command))

  withEnvironment(runOptions(program.command('run', { isDefault: true })))
    .description('check a tenant; the embedded reference tenant when no base URL is given')
    .optionsGroup('What may stay open:')
    .option('--write-gaps <file>', "write what this tenant can't show into a profile, each with its reason")
    .option('--write-waivers <file>', 'write what failed into a profile as known, with --reason')
    .option('--reason <text>', 'why the failures are waived')
    .optionsGroup('What is told:')
    .addOption(
      new Option(
        '--format <format>',
        'what standard output gets: the report as text for people, as JSON, or TAP 14',
      )
        .choices(['text', 'json', 'tap'])
        .default('text'),
    )
    .action(async (flags: RunFlags) => {
      const { annotated } = await import('./pipeline/github.ts')
      end(
        await annotated(given.variables, flags.github, terminal, mask, async () =>
          (await import('./run.ts')).run(flags, given, terminal),
        ),
      )
    })

  withEnvironment(runOptions(program.command('plan')))
    .description('what a run would send in each write mode, and how long it would take; sends nothing')
    .action(async (flags: RunFlags) =>
      end(await (await import('./plan.ts')).plan(flags, given.variables, terminal)),
    )

  withEnvironment(lookOptions(program.command('init')))
    .description(
      'ask for a tenant, try it with reads only, and write what a run needs: .env and profile.json',
    )
    .option('--output-env <file>', 'where the variables are written', '.env')
    .option('--output-profile <file>', 'where the profile is written', 'profile.json')
    .option('--pipeline', 'write the file of a pipeline for the forge that is used here')
    .option('--force', 'add to a file of variables that is there already')
    .action(async (flags: InitFlags) =>
      end(await (await import('./first-run/init.ts')).init(flags, given, revealing)),
    )

  withEnvironment(lookOptions(program.command('doctor')))
    .description('find what stands in the way of a run, with a remedy for each thing; sends reads only')
    .addOption(writesOption('what a run may change (TENANT_WRITES)'))
    .option('--try', 'also make one resource of each kind and remove it again, to try the fixtures')
    .addOption(new Option('--format <format>', 'how it is told').choices(['text', 'json']).default('text'))
    .option('--quiet', 'only what is not well')
    .action(async (flags: DoctorFlags) =>
      end(await (await import('./first-run/doctor.ts')).doctor(flags, given, terminal)),
    )

  program
    .command('serve')
    .description(
      'the reference tenant on a port; prints the variables that run needs, then serves until a signal',
    )
    .optionsGroup('Where it is:')
    .option('--port <number>', 'port; 0 picks a free one', number, 0)
    .option(
      '--host <address>',
      'where it listens; default: 127.0.0.1. Beyond loopback, as 0.0.0.0, whoever reaches the port may use it',
    )
    .option('--public-url <origin>', 'what it is called by those who reach it, for example http://mock:3000')
    .option('--tls', 'serve by TLS, with a certificate that is made at the start')
    .option(
      '--tls-ca <file>',
      'where the authority of that certificate is written; default: a temporary file',
    )
    .option('--tls-cert <file>', 'serve by TLS, with this certificate (PEM, with its chain)')
    .option('--tls-key <file>', 'the key of that certificate, PEM')
    .option(
      '--cors <origin>',
      'pages of this origin may read responses; may be repeated; * for any',
      collect,
      [],
    )
    .option(
      '--admin-port <number>',
      'a port on 127.0.0.1 by which it is changed while it serves, faults for example; 0 picks a free one',
      number,
    )
    .optionsGroup('What it does:')
    .option('--fault <fault>', 'a seeded fault; may be repeated', collect, [])
    .option('--like <variation>', 'behave like a known implementation, for example auth0')
    .option('--rate-limit <burst/per-second>', 'request rate of each client and operation')
    .option('--latency <ms>', 'time that each response takes at least', number)
    .addOption(
      new Option('--deliver-to <where>', 'where events may be delivered to; default: loopback').choices([
        'loopback',
        'anywhere',
      ]),
    )
    .option('--deliver-ca <file>', 'authority that issued the certificates of receivers of events, PEM')
    .optionsGroup('What it keeps:')
    .option('--state <file>', 'keep what is stored there, over restarts; credentials are in it')
    .option('--seed-data <file>', 'what is stored at first (schemas/meta/tenant-state.json)')
    .option('--record <file>', 'add each request to it, a JSON object a line, without credentials')
    .addOption(
      new Option('--output-env <file>', 'write the variables there as well, for run --env-file').conflicts(
        'envFile',
      ),
    )
    .option('--env-file <file>', 'the same; by this name Node.js itself asks for the file to be there')
    .optionsGroup('Options:')
    .option('--list-faults', 'list the seeded faults and the clauses that they break')
    .action(async (flags: ServeFlags) => end(await (await import('./serve.ts')).serve(flags, revealing)))

  const clauses = withEnvironment(program.command('clauses')).description('the catalogue of clauses')
  clauses
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .addOption(
      new Option('--format <format>', 'how they are told')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .action(async ({ contract, format }: ClausesFlags) =>
      (await import('./clauses.ts')).listClauses(contract, format, given.variables, terminal),
    )
  clauses
    .command('explain <id>')
    .description('one clause: its statement, what carries it and what checks it')
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .action(async (id: string, { contract }: { contract?: string }) =>
      (await import('./clauses.ts')).explainClause(
        id,
        contract ?? clauses.opts<{ contract?: string }>().contract,
        given.variables,
        terminal,
      ),
    )

  program
    .command('verify-contract <folder>')
    .description('prove a contract without a tenant: against a stub made from it, mutated clause by clause')
    .addOption(new Option('--format <format>', 'how it is told').choices(['text', 'json']).default('text'))
    .option('--only <id-or-prefix...>', 'clauses to prove')
    .option('--quiet', 'only the clauses that are not proven')
    .action(async (folder: string, flags: VerifyFlags) =>
      end(await (await import('./verify-contract.ts')).verify(folder, flags, terminal)),
    )

  program
    .command('new')
    .description('something of your own to begin with')
    .command('contract <folder>')
    .description('a small contract that runs, for an API of your own')
    .action(async (name: string) => (await import('./first-run/new-contract.ts')).newContract(name, terminal))

  const replay = withEnvironment(program.command('replay <report> [clauses...]')).description(
    'try the failures of a report again: FIXED, STILL FAILING or CANNOT TELL',
  )
  tenantOptions(replay, ['baseUrl', 'authUrl', 'contract', 'profile'], {
    baseUrl: 'another tenant than that of the report, /api/v2 included',
    authUrl: "the token endpoint's domain",
    contract: 'the contract of the report (TENANT_CONTRACT)',
    profile: 'what the tenant declares; default: the profile of the report',
  }).addOption(writesOption('what may be changed; default: as in the report'))
  tenantOptions(replay, ['rate', 'timeout', 'ca', 'insecureHttp', ...receiver])
    .option('--trust-file', 'follow the report in where requests and credentials go and what may be changed')
    .option('--quiet', 'no progress')
    .option('--verbose', 'every exchange')
    .action(async (report: string, ids: string[], flags: ReplayFlags) =>
      end(await (await import('./replay.ts')).replayFile(report, ids, flags, given.variables, terminal)),
    )

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
      end(await (await import('./reports/index.ts')).diffFiles(before, after, format, terminal)),
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
      end(await (await import('./reports/index.ts')).remakeReports(source ?? 'reports', flags, terminal)),
    )

  program
    .command('merge <reports...>')
    .description('merge the reports of shards, or their folders, into one')
    .option('--report-dir <folder>', 'where the merged reports go', folderName, 'reports')
    .addOption(reportsOption())
    .option('--no-github', noGitHub)
    .action(async (files: string[], flags: MergeFlags) =>
      end(await (await import('./reports/index.ts')).mergeFiles(files, flags, terminal)),
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
      end(await (await import('./reports/index.ts')).overviewFiles(sources, flags, terminal)),
    )

  fleetCommands(
    withEnvironment(program.command('fleet')).description(
      'check the tenants of a list (docs/many-machines.md)',
    ),
    () => given.variables,
    terminal,
    end,
    number,
  )

  exportCommands(
    withEnvironment(program.command('export')).description('a report or the contract for other tools'),
    () => given,
    terminal,
  )

  const sweep = withEnvironment(program.command('sweep'))
    .description('remove what a killed run left behind, from the ledger in its report folder')
    .option('--report-dir <folder>', 'where the ledger is', folderName, 'reports')
  tenantOptions(sweep, ['contract', 'baseUrl', 'authUrl', 'profile'], {
    contract: 'the contract of the run (TENANT_CONTRACT)',
    baseUrl: "the ledger's tenant, /api/v2 included (TENANT_BASE_URL)",
    profile: 'the profile that the run used (TENANT_PROFILE)',
  }).option(
    '--trust-file',
    "follow the ledger in where requests and credentials go, and in what is the run's",
  )
  tenantOptions(sweep, ['timeout', 'rate', 'insecureHttp', 'ca']).action(async (flags: SweepFlags) =>
    end(await (await import('./sweep.ts')).sweep(flags, given.variables, terminal)),
  )

  withEnvironment(program.command('completion'))
    .description('a script that completes commands, options, clauses and faults in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .action((shell: Shell, { contract }: { contract?: string }) =>
      printCompletion(program, shell, contract, given.variables, terminal),
    )

  withEnvironment(program.command('help [command-or-clause...]'))
    .description('help on a command, or what a clause means')
    .action((words: string[]) => helpOn(program, words, given.variables, terminal))

  return withExamples(program)
}

function exportCommands(command: Command, given: () => GivenEnvironment, terminal: Terminal): void {
  const output = ['--output <file>', 'where it is written; default: standard output'] as const
  const report = ['--report <file>', 'the report of a run', 'reports/report.json'] as const
  command
    .command('profile')
    .description('the profile that a run observed, on top of the one that it used')
    .option(...report)
    .option('--contract <folder>', 'the contract of the run (TENANT_CONTRACT)')
    .option('--profile <file-or-name>', 'the profile that the run used (TENANT_PROFILE)')
    .option(...output)
    .action(async (flags: ExportFlags) =>
      (await import('./export.ts')).exportProfile(flags, given().variables, terminal),
    )
  command
    .command('openapi')
    .description('the operations of the contract as an OpenAPI 3.1 document')
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .option(
      '--profile <file-or-name>',
      'what is declared of what the contract leaves open; by default reference (TENANT_PROFILE)',
    )
    .option(...output)
    .action(async (flags: Omit<ExportFlags, 'report'>) =>
      (await import('./export.ts')).exportOpenApi(flags, given().variables, terminal),
    )
  command
    .command('har')
    .description("the exchanges of a report's failures as an HTTP archive")
    .option(...report)
    .option(...output)
    .action(async (flags: ExportFlags) => (await import('./export.ts')).exportHar(flags, terminal))
}

function runOptions(command: Command): Command {
  const words = {
    authUrl: "the token endpoint's domain; default: the base URL's origin (TENANT_AUTH_URL)",
    contract: 'the contract by which the tenant is judged (TENANT_CONTRACT); default: the shipped one',
    webhookListen: 'where the receiver of events listens; the tenant reaches it at TENANT_WEBHOOK_URL',
    rate: 'requests per second at most; each of N shards sends an Nth of them',
  }
  const names = ['baseUrl', 'authUrl', 'contract', 'profile', 'ca', 'insecureHttp', ...receiver] as const
  tenantOptions(command.optionsGroup('The tenant:'), names, words)
    .optionsGroup('What it may do:')
    .addOption(
      writesOption('what the run may change (TENANT_WRITES); default: destructive on loopback, else none'),
    )
    .option(
      '--assume-default-templates',
      "change the phone templates although they can't be read, and put the specification's defaults back",
    )
    .option('--max-requests <number>', 'requests at most: what is worth most is checked first', number)
    .option('--max-minutes <number>', 'minutes after which nothing more is checked', number)
  tenantOptions(command, ['rate'], words).option('--concurrency <number>', 'checks at a time', number)
  return tenantOptions(command, ['timeout'])
    .optionsGroup('Which clauses:')
    .option('--only <id-or-glob...>', 'clauses to check: ids, their beginnings, or with * for any characters')
    .option('--skip <id-or-glob...>', 'clauses to leave out')
    .option('--level <level>', 'clauses of that level alone: MUST or SHOULD')
    .option('--part <part...>', 'clauses of those parts of the specification')
    .option('--operation <operation...>', 'clauses of those operations')
    .option('--tag <concern...>', 'clauses of those concerns, for example authentication')
    .option(
      '--shard <i/n>',
      'one of n parts of the clauses, alike in cost; auto: the part that the CI system names (docs/many-machines.md)',
    )
    .optionsGroup('How they are judged:')
    .addOption(
      new Option(
        '--depth <depth>',
        'how much is tried: quick, default, deep, or how far from default to deep, as 40% (docs/depths.md); default: as much as fits into 15 s, default at least',
      )
        .choices(depthNames)
        // Settings validate other values.
        .argParser((text) => text),
    )
    .option('--examples <number>', 'random samples for each property; default: as the depth says', number)
    .option('--seed <number>', 'repeats the random choices of a run; shards without one share 1', number)
    .option('--strict', 'count a failed SHOULD as non-conformant')
    .option('--baseline <file>', 'a report whose failures are known')
    .optionsGroup('What is told:')
    .option('--report-dir <folder>', 'where the reports go', folderName, 'reports')
    .addOption(reportsOption())
    .addOption(harOption())
    .option(
      '--attest <file>',
      'an in-toto statement of the run, not signed, about what --subject names (docs/pipelines.md)',
    )
    .option(
      '--subject <name=algorithm:hex>',
      'what was tested, by its digest: an image (sha256), a commit (gitCommit); may be repeated',
      collect,
      [],
    )
    .option('--no-github', noGitHub)
    .option('--quiet', 'only failures and the outcome')
    .option('--verbose', 'every clause, every exchange')
    .optionsGroup('The embedded reference tenant:')
    .option(
      '--fault <fault>',
      'a seeded fault of the embedded reference tenant; may be repeated',
      collect,
      [],
    )
    .option('--like <variation>', 'a variation of the embedded reference tenant')
}

function lookOptions(command: Command): Command {
  tenantOptions(command, ['baseUrl', 'authUrl', 'contract', 'profile', 'rate']).option(
    '--report-dir <folder>',
    'where the reports of a run go',
    folderName,
    'reports',
  )
  return tenantOptions(command, ['timeout', 'ca', 'insecureHttp', ...receiver])
}

const receiver = ['webhookListen', 'webhookCert', 'webhookKey'] as const

function writesOption(description: string): Option {
  return new Option('--writes <mode>', description).choices(writeModes)
}

const noGitHub = 'on GitHub Actions no annotations, no summary and no outputs'

/** @throws InvalidArgumentError for a second file: two files could mix two tenants */
function onlyFile(file: string, earlier: unknown): string {
  if (typeof earlier === 'string')
    throw new InvalidArgumentError(`It is given already, as ${earlier}: put the variables into one file.`)
  return file
}

function collect(value: string, all: readonly string[]): string[] {
  return [...all, value]
}
