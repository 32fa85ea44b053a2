// Declares the commands `run` and `plan`.
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
    .description('check a tenant; without a base URL, check the embedded reference tenant')
    .optionsGroup('Known failures and gaps:')
    .option('--write-gaps <file>', 'write unanswered clauses into a profile as gaps, with their reasons')
    .option('--write-waivers <file>', 'write failed clauses into a profile as waivers; needs --reason')
    .option('--reason <text>', 'reason for the waivers')
    .optionsGroup('Output:')
    .addOption(
      new Option('--format <format>', 'format of standard output: text, JSON, or TAP 14')
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
    .description(
      'show how many requests a run would send in each write mode, and how long the run would take; sends nothing',
    )
    .action(async (flags: RunFlags) =>
      end(await (await import('../plan.ts')).plan(flags, given().variables, terminal)),
    )
}

function runOptions(command: Command): Command {
  const words = {
    authUrl:
      'URL of the token endpoint without its path; default: the origin of the base URL (TENANT_AUTH_URL)',
    contract: 'contract to check the tenant against (TENANT_CONTRACT); default: the shipped contract',
    webhookListen:
      'address on which the event receiver listens; the tenant sends events to TENANT_WEBHOOK_URL',
    rate: 'limit of requests per second; N shards share this limit equally',
  }
  const groups: readonly (readonly [heading: string, names: readonly OptionName[]])[] = [
    ['The tenant:', [...addressNames, 'ca', 'insecureHttp', ...receiverNames]],
    [
      'Limits:',
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
    ['Depth and judgement:', ['depth', 'examples', 'seed', 'strict']],
  ]
  for (const [heading, names] of groups) addOptions(command.optionsGroup(heading), names, words)
  command
    .option('--baseline <file>', 'report of an earlier run; the failures in this report do not count')
    .optionsGroup('Output:')
    .option('--report-dir <folder>', 'folder for the reports', folderName, 'reports')
    .addOption(reportsOption())
    .addOption(harOption())
    .option('--attest <file>', 'write an unsigned in-toto statement about each --subject (docs/pipelines.md)')
    .option(
      '--subject <name=algorithm:hex>',
      'the tested software, with its digest: an image (sha256) or a commit (gitCommit); may be repeated',
      collect,
      [],
    )
    .option('--no-github', noGitHub)
    .option('--quiet', 'print only failures and the outcome')
    .option('--verbose', 'print every clause and every exchange')
  return addOptions(command.optionsGroup('The embedded reference tenant:'), ['fault', 'like'])
}
