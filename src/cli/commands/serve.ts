// Declares the command `serve`.
import { type Command, Option } from 'commander'
import { addOptions, collect, number } from '../options.ts'
import type { ServeFlags } from '../serve.ts'
import type { CommandContext } from './context.ts'

export function serveCommand(program: Command, { revealing, end }: CommandContext): void {
  const serve = program
    .command('serve')
    .description(
      'serve the reference tenant on a port; prints the variables for a run, and stops on a signal',
    )
    .optionsGroup('Address:')
    .option('--port <number>', 'port; 0 selects a free port', number, 0)
    .option(
      '--host <address>',
      'address to listen on; default: 127.0.0.1. With another address, for example 0.0.0.0, other machines can use the tenant',
    )
    .option('--public-url <origin>', 'URL at which clients reach the tenant, for example http://mock:3000')
    .option('--tls', 'use TLS with a certificate created at start-up')
    .option(
      '--tls-ca <file>',
      'file to which the CA certificate of --tls is written; default: a temporary file',
    )
    .option('--tls-cert <file>', 'use TLS with this certificate (PEM, including its chain)')
    .option('--tls-key <file>', 'private key of the certificate of --tls-cert, PEM')
    .option(
      '--cors <origin>',
      'allow web pages of this origin to read responses; may be repeated; * for any origin',
      collect,
      [],
    )
    .option(
      '--admin-port <number>',
      'port on 127.0.0.1 of an API that changes the running tenant, for example its faults; 0 selects a free port',
      number,
    )
    .optionsGroup('Behaviour:')
  addOptions(serve, ['fault', 'like'], {
    fault: 'a seeded fault; may be repeated',
    like: 'behave like a known implementation, for example auth0',
  })
    .option('--rate-limit <burst/per-second>', 'maximum request rate for each client and operation')
    .option('--latency <ms>', 'minimum response time', number)
    .addOption(
      new Option(
        '--deliver-to <where>',
        'addresses to which the tenant may send events; default: loopback',
      ).choices(['loopback', 'anywhere']),
    )
    .option('--deliver-ca <file>', 'CA certificate for event receivers, PEM')
    .optionsGroup('State and records:')
    .option('--state <file>', 'file that keeps the state across restarts; it contains credentials')
    .option('--seed-data <file>', 'initial state (schemas/meta/tenant-state.json)')
    .option('--record <file>', 'append each request to this file as one line of JSON, without credentials')
    .addOption(
      new Option(
        '--output-env <file>',
        'also write the variables to this file; use it with run --env-file',
      ).conflicts('envFile'),
    )
    .option(
      '--env-file <file>',
      'same as --output-env. Node.js also reads --env-file, and then requires that the file exists',
    )
    .optionsGroup('Options:')
    .option('--list-faults', 'list the seeded faults, each with the clauses that it breaks')
    .action(async (flags: ServeFlags) => end(await (await import('../serve.ts')).serve(flags, revealing)))
}
