// The first screen of help: the use of the program, all commands in groups, and the exit codes.
import type { Command, HelpConfiguration } from 'commander'
import { exitCodes } from '../../base/verdict.ts'

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Check an API:': {
    run: 'check an API (the default command)',
    init: 'ask for an address and credentials, and write .env and a profile',
    doctor: 'find problems that would stop a run; sends only reads',
    plan: 'show how many requests a run would send; sends nothing',
    replay: 'check the failed clauses of a report again',
    sweep: 'remove the resources that a killed run left behind',
  },
  'Clauses and contracts:': {
    clauses: 'list all clauses',
    'clauses explain': 'explain one clause: its statement, checks and faults',
    'new contract': 'create a contract for your own API',
    'verify-contract': 'test with a faulty stub that each clause can fail',
    serve: 'serve the reference tenant as a mock',
  },
  'Reports:': {
    diff: 'compare two reports',
    report: 'write the reports of a run again, from its event log',
    merge: 'merge the reports of shards into one report',
    overview: 'show the reports of many tenants side by side',
    'export profile': 'write a profile with the facts that the run observed',
    'export openapi': 'write the contract as an OpenAPI document',
    'export har': 'write the exchanges of all failures as an HTTP archive',
  },
  'Many tenants:': {
    'fleet plan': 'show the tasks of a fleet run; sends nothing',
    'fleet run': 'check all tenants of a list',
    'fleet collect': 'merge the reports of a fleet run',
  },
  'Help:': {
    help: 'explain a command, a clause or a key of a profile',
    completion: 'print a script that completes commands in a shell',
  },
}

export const description = `Tests whether an HTTP API behaves as its specification says. It sends
requests, and reports a verdict with evidence for each clause (rule).

  the reference tenant (a mock in the package)  run without options
  a tenant of the Management API v2             --base-url URL
  your own API                                  --contract FILE --base-url URL

FILE is an OpenAPI document, or the folder of a contract (docs/contract.md).`

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  conformant: 'conformant',
  'non-conformant': 'non-conformant: a MUST clause failed',
  usage: 'wrong use or configuration',
  incomplete: 'incomplete: a MUST has no verdict, or a resource is left',
  stale: 'a baseline, waiver or gap is no longer needed, or has expired',
  internal: 'a bug in tenant-conformance',
  interrupted: 'interrupted with Ctrl-C',
}

export function withExitCodes(program: Command): Command {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padEnd(16)} ${meanings[name as keyof typeof exitCodes]}`,
  )
  const text = `\nExit codes:\n${lines.join('\n')}`
  program.commands.find((command) => command.name() === 'run')?.addHelpText('after', text)
  return program.addHelpText('after', text)
}

/**
 * The help of the program lists all commands in `groups`. The help of a command lists only its subcommands.
 */
export function overviewOf(program: Command): HelpConfiguration {
  const all = Object.entries(groups).flatMap(([heading, entries]) =>
    Object.entries(entries).map(([path, text]) => ({ heading, path, text })),
  )
  const entryOf = (command: Command) => all.find(({ path }) => path === pathOf(command))
  for (const command of descendants(program)) {
    const path = pathOf(command)
    const entry = all.find((one) => one.path === path || one.path.startsWith(`${path} `))
    if (entry !== undefined) command.helpGroup(entry.heading)
  }
  const commandAt = ({ path }: { readonly path: string }): readonly Command[] =>
    descendants(program).filter((command) => pathOf(command) === path)
  return {
    visibleCommands: (command) =>
      command.parent === null ? all.flatMap((entry) => commandAt(entry)) : [...command.commands],
    subcommandTerm: pathOf,
    subcommandDescription: (command) => entryOf(command)?.text ?? command.description(),
  }
}

function descendants(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => [one, ...descendants(one)])
}

export function pathOf(command: Command): string {
  const { parent } = command
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`
}
