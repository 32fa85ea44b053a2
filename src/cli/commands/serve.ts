// Declares `serve`.
import { type Command, Option } from 'commander'
import { addOptions, collect, number } from '../options.ts'
import type { ServeFlags } from '../serve.ts'
import type { CommandContext } from './context.ts'

export function serveCommand(program: Command, { revealing, end }: CommandContext): void {
  const serve = program
    .command('serve')
    .description(
      'serve the reference tenant on a port; prints the variables that run needs, and stops on a signal',
    )
    .optionsGroup('Address:')
    .option('--port <number>', 'port; 0 selects a free one', number, 0)
    .option(
      '--host <address>',
      'address to listen on; default: 127.0.0.1. With others, such as 0.0.0.0, anyone who reaches the port can use it',
    )
    .option('--public-url <origin>', 'URL under which clients reach it, for example http://mock:3000')
    .option('--tls', 'use TLS, with a certificate that is created at the start')
    .option('--tls-ca <file>', 'file for the authority of that certificate; default: a temporary file')
    .option('--tls-cert <file>', 'use TLS with this certificate (PEM, with its chain)')
    .option('--tls-key <file>', 'the key of that certificate, PEM')
    .option(
      '--cors <origin>',
      'pages of this origin may read responses; may be repeated; * for any',
      collect,
      [],
    )
    .option(
      '--admin-port <number>',
      'port on 127.0.0.1 to change it while it runs, for example its faults; 0 selects a free one',
      number,
    )
    .optionsGroup('Behaviour:')
  addOptions(serve, ['fault', 'like'], {
    fault: 'a seeded fault; may be repeated',
    like: 'behave like a known implementation, for example auth0',
  })
    .option('--rate-limit <burst/per-second>', 'request rate of each client and operation')
    .option('--latency <ms>', 'minimum time of each response', number)
    .addOption(
      new Option('--deliver-to <where>', 'addresses that may receive events; default: loopback').choices([
        'loopback',
        'anywhere',
      ]),
    )
    .option('--deliver-ca <file>', 'authority that issued the certificates of receivers of events, PEM')
    .optionsGroup('State and records:')
    .option('--state <file>', 'keep the state in this file over restarts; it contains credentials')
    .option('--seed-data <file>', 'initial state (schemas/meta/tenant-state.json)')
    .option(
      '--record <file>',
      'append each request to this file, one JSON object a line, without credentials',
    )
    .addOption(
      new Option(
        '--output-env <file>',
        'also write the variables to this file, for run --env-file',
      ).conflicts('envFile'),
    )
    .option(
      '--env-file <file>',
      'same as --output-env; Node.js takes an option of this name itself, and requires that the file exists',
    )
    .optionsGroup('Options:')
    .option('--list-faults', 'list the seeded faults and the clauses that fail')
    .action(async (flags: ServeFlags) => end(await (await import('../serve.ts')).serve(flags, revealing)))
}
