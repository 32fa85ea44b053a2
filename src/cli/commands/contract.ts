// Declares the commands `clauses`, `verify-contract` and `new`.
import { type Command, Option } from 'commander'
import type { ClausesFlags } from '../clauses.ts'
import type { VerifyFlags } from '../verify-contract.ts'
import type { CommandContext } from './context.ts'

export function contractCommands(
  program: Command,
  { withEnvironment, given, terminal, end }: CommandContext,
): void {
  const clauses = withEnvironment(program.command('clauses')).description(
    'list all clauses of the contract; clauses explain <id> explains one clause',
  )
  clauses
    .option(
      '--contract <path>',
      'folder or OpenAPI document, instead of the shipped contract (TENANT_CONTRACT)',
    )
    .option('--only <id-or-prefix...>', 'clauses to list')
    .addOption(
      new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'),
    )
    .action(async (flags: ClausesFlags) =>
      (await import('../clauses.ts')).listClauses(flags, given().variables, terminal),
    )
  clauses
    .command('explain <id>')
    .description('explain one clause: statement, keywords, checks with file and line, faults')
    .option(
      '--contract <path>',
      'folder or OpenAPI document, instead of the shipped contract (TENANT_CONTRACT)',
    )
    .action(async (id: string, { contract }: { contract?: string }) =>
      (await import('../clauses.ts')).explainClause(
        id,
        contract ?? clauses.opts<{ contract?: string }>().contract,
        given().variables,
        terminal,
      ),
    )

  program
    .command('verify-contract <path>')
    .description('test that each clause of a contract can fail, with a stub server that contains faults')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .option('--only <id-or-prefix...>', 'clauses to test')
    .option('--quiet', 'print only unproven clauses')
    .action(async (folder: string, flags: VerifyFlags) =>
      end(await (await import('../verify-contract.ts')).verify(folder, flags, terminal)),
    )

  program
    .command('new')
    .description('create your own contract')
    .command('contract <folder>')
    .description('create a small working contract to adapt to your API')
    .option(
      '--from <document>',
      'OpenAPI document; the folder then contains only facts that the document lacks',
    )
    .action(async (name: string, { from }: { from?: string }) => {
      if (from === undefined) (await import('../first-run/new-contract.ts')).newContract(name, terminal)
      else await (await import('../first-run/contract-from.ts')).newContractFrom(name, from, terminal)
    })
}
