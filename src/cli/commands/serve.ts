// Declares `serve`.
import { type Command, Option } from 'commander'
import { addOptions, collect, number } from '../options.ts'
import type { ServeFlags } from '../serve.ts'
import type { CommandContext } from './context.ts'

export function serveCommand(program: Command, { revealing, end }: CommandContext): void {
  const serve = program
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
  addOptions(serve, ['fault', 'like'], {
    fault: 'a seeded fault; may be repeated',
    like: 'behave like a known implementation, for example auth0',
  })
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
    .action(async (flags: ServeFlags) => end(await (await import('../serve.ts')).serve(flags, revealing)))
}
