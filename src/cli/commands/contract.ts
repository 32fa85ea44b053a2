// Declares `clauses`, `verify-contract` and `new`.
import { type Command, Option } from 'commander'
import type { ClausesFlags } from '../clauses.ts'
import type { VerifyFlags } from '../verify-contract.ts'
import type { CommandContext } from './context.ts'

export function contractCommands(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const clauses = withEnvironment(program.command('clauses')).description('the catalogue of clauses')
  clauses
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .addOption(
      new Option('--format <format>', 'how they are told')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .action(async ({ contract, format }: ClausesFlags) =>
      (await import('../clauses.ts')).listClauses(contract, format, given().variables, terminal),
    )
  clauses
    .command('explain <id>')
    .description('one clause: its statement, what carries it and what checks it')
    .option('--contract <folder>', 'another contract than the shipped one (TENANT_CONTRACT)')
    .action(async (id: string, { contract }: { contract?: string }) =>
      (await import('../clauses.ts')).explainClause(
        id,
        contract ?? clauses.opts<{ contract?: string }>().contract,
        given().variables,
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
      end(await (await import('../verify-contract.ts')).verify(folder, flags, terminal)),
    )

  program
    .command('new')
    .description('something of your own to begin with')
    .command('contract <folder>')
    .description('a small contract that runs, for an API of your own')
    .action(async (name: string) =>
      (await import('../first-run/new-contract.ts')).newContract(name, terminal),
    )
}
