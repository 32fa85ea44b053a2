// Declares `run` and `plan`.
import { type Command, Option } from 'commander'
import { addOptions, addressNames, clientNames, collect, type OptionName, receiverNames } from '../options.ts'
import { folderName, harOption, noGitHub, reportsOption } from '../report-options.ts'
import type { RunFlags } from '../run.ts'
import type { CommandContext } from './context.ts'

export function runCommands(
  program: Command,
  { withEnvironment, given, terminal, mask, end }: CommandContext,
): void {
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
      const { annotated } = await import('../pipeline/github.ts')
      end(
        await annotated(given().variables, flags.github, terminal, mask, async () =>
          (await import('../run.ts')).run(flags, given(), terminal),
        ),
      )
    })

  withEnvironment(runOptions(program.command('plan')))
    .description('what a run would send in each write mode, and how long it would take; sends nothing')
    .action(async (flags: RunFlags) =>
      end(await (await import('../plan.ts')).plan(flags, given().variables, terminal)),
    )
}

function runOptions(command: Command): Command {
  const words = {
    authUrl: "the token endpoint's domain; default: the base URL's origin (TENANT_AUTH_URL)",
    contract: 'the contract by which the tenant is judged (TENANT_CONTRACT); default: the shipped one',
    webhookListen: 'where the receiver of events listens; the tenant reaches it at TENANT_WEBHOOK_URL',
    rate: 'requests per second at most; each of N shards sends an Nth of them',
  }
  const groups: readonly (readonly [heading: string, names: readonly OptionName[]])[] = [
    ['The tenant:', [...addressNames, 'ca', 'insecureHttp', ...receiverNames]],
    [
      'What it may do:',
      [
        ...([
          'writes',
          'assumeDefaultTemplates',
          'maxRequests',
          'maxMinutes',
          'rate',
          'concurrency',
        ] as const),
        ...clientNames,
      ],
    ],
    ['Which clauses:', ['only', 'skip', 'level', 'part', 'operation', 'tag', 'shard']],
    ['How they are judged:', ['depth', 'examples', 'seed', 'strict']],
  ]
  for (const [heading, names] of groups) addOptions(command.optionsGroup(heading), names, words)
  command
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
  return addOptions(command.optionsGroup('The embedded reference tenant:'), ['fault', 'like'])
}
