// Examples that the help prints. A test checks that the program accepts them.
import type { Command } from 'commander'
import { commandName } from '../../base/tool.ts'

const clause = 'event-streams.create.name-length'
const url = 'https://tenant.example/api/v2'

const examples: Readonly<Record<string, readonly string[]>> = {
  '': ['', `--base-url ${url}`, '--contract api.json --base-url http://127.0.0.1:3000', 'help run'],
  run: [
    'run',
    `run --base-url ${url} --profile auth0 --writes reversible`,
    "run --only 'event-streams.create.*' --seed 1",
    'run --fault update-toggle-keeps-updated-at --quiet',
  ],
  init: ['init', `init --base-url ${url}`, `init --base-url ${url} --profile auth0 --output-env staging.env`],
  doctor: ['doctor', 'doctor --quiet', 'doctor --try', 'doctor --format json'],
  plan: ['plan', `plan --base-url ${url} --rate 2`, 'plan --writes none --operation custom-signing-keys.get'],
  serve: [
    'serve --port 3000',
    'serve --port 3000 --fault update-toggle-keeps-updated-at',
    'serve --like auth0 --tls --state mock.json',
    'serve --list-faults',
  ],
  clauses: ['clauses', 'clauses --format json', `clauses explain ${clause}`],
  'clauses explain': [`clauses explain ${clause}`, 'clauses explain any.bearer-token'],
  'verify-contract': [
    'verify-contract my-contract',
    'verify-contract my-contract --only books.create --format json',
  ],
  new: ['new contract my-contract', 'clauses --contract my-contract'],
  'new contract': ['new contract my-contract', 'run --contract my-contract --base-url http://127.0.0.1:3000'],
  replay: [
    'replay reports/report.json',
    `replay reports/report.json ${clause}`,
    'replay reports/report.json --quiet',
  ],
  diff: ['diff before.json after.json', 'diff main reports', 'diff main reports --format markdown'],
  report: ['report reports', 'report reports --reports html,junit --har all'],
  merge: ['merge shard-1 shard-2 shard-3', 'merge one.json two.json --report-dir merged'],
  overview: ['overview tenant-a tenant-b', 'overview reports/* --report-dir reports --format json'],
  fleet: ['fleet plan tenants.csv --shards 2', 'fleet run tenants.csv -- --writes none'],
  'fleet plan': ['fleet plan tenants.csv', 'fleet plan tenants.json --shards 2'],
  'fleet run': [
    'fleet run tenants.csv --at-once 8',
    'fleet run tenants.csv --shards 2 --worker auto -- --rate 2 --examples 5',
  ],
  'fleet collect': ['fleet collect tenants.csv', 'fleet collect tenants.csv --shards 2 --report-dir fleet'],
  export: ['export openapi', 'export har --output run.har', 'export profile --output profile.json'],
  'export profile': ['export profile', 'export profile --report reports/report.json --output profile.json'],
  'export openapi': ['export openapi', 'export openapi --contract my-contract --output openapi.json'],
  'export har': ['export har --output run.har', 'export har --report reports/report.json --output run.har'],
  sweep: ['sweep', `sweep --report-dir reports --base-url ${url}`],
  completion: ['completion bash', 'completion fish --contract my-contract'],
  help: ['help run', 'help clauses explain', `help ${clause}`],
}

export function withExamples(program: Command): Command {
  for (const [path, command] of allCommands(program)) {
    const lines = examples[path] ?? []
    if (lines.length === 0) continue
    const text = lines.map((line) => `  ${`${commandName} ${line}`.trim()}`).join('\n')
    command.addHelpText('after', `\nExamples:\n${text}`)
  }
  return program
}

export function allCommands(
  command: Command,
  path = '',
): readonly (readonly [path: string, command: Command])[] {
  return [
    [path, command],
    ...command.commands.flatMap((one) =>
      allCommands(one, path === '' ? one.name() : `${path} ${one.name()}`),
    ),
  ]
}
