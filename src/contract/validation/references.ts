// Checks the references between the files of a contract.
import { isObject, tokenOf } from '../../base/json.ts'
import type { Contract } from '../contract.ts'
import { type Problems, unknownName } from '../problems.ts'
import { schemaAt } from '../schema.ts'
import { checkClauses } from './clauses.ts'
import { checkOpenPoints } from './open-points.ts'
import { checkOperation } from './operation.ts'
import { checkResource } from './resource.ts'
import { SchemaChecker } from './schema-checker.ts'

export function checkReferences(
  contract: Contract,
  fileOf: (path: string) => string,
  problems: Problems,
): void {
  const head = fileOf('contract.json')
  const names = [...contract.operations.keys()]
  if (names.length === 0)
    problems.add(head, '', 'the contract has no operation: put an operation into schemas/operations')
  if (contract.probe !== null && !contract.operations.has(contract.probe))
    problems.add(head, '/probe', unknownName('operation', contract.probe, names))
  // The reader of OpenAPI documents already checked the schemas of a document.
  const schemas = contract.openapi === null ? new SchemaChecker() : null
  if (isObject(contract.problem?.schema))
    schemas?.check(contract.problem.schema, head, '/problem/schema', problems)
  for (const operation of contract.operations.values())
    checkOperation(operation, contract, schemas, fileOf(`operations/${operation.name}.json`), problems)
  const routes = new Map<string, string>()
  for (const { name, method, path } of contract.operations.values()) {
    const route = `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`
    const other = routes.get(route)
    if (other !== undefined)
      problems.add(
        fileOf(`operations/${name}.json`),
        '/path',
        `${method} ${path} also belongs to ${other}: give each operation a unique method and path`,
      )
    routes.set(route, name)
  }
  checkAliases(contract, fileOf, problems)
  for (const resource of contract.resources.values()) {
    const file = fileOf(`resources/${resource.name}.json`)
    checkResource(resource, contract, file, problems)
    for (const [pointer, value] of resource.ended)
      if (isObject(value)) schemas?.check(value, file, `/ended/${tokenOf(pointer)}`, problems)
      else {
        const shown = contract.operations.get(resource.life.read ?? '')?.response ?? null
        const member = shown === null ? undefined : schemaAt(shown, pointer)
        if (member !== undefined)
          schemas?.checkValue(member, value, file, `/ended/${tokenOf(pointer)}`, problems)
      }
  }
  checkOpenPoints(contract, fileOf('open-points.json'), problems)
  if (contract.profileKeys !== null)
    schemas?.checkForm(contract.profileKeys, fileOf('profile.json'), '', problems)
  // The clauses of an OpenAPI document are derived, so each clause has a check.
  if (contract.openapi === null) checkClauses(contract, fileOf, problems)
}

function checkAliases({ operations }: Contract, fileOf: (path: string) => string, problems: Problems): void {
  const owners = new Map<string, string>()
  for (const { name, aliases } of operations.values())
    for (const [index, alias] of aliases.entries()) {
      const other = owners.get(alias)
      const wrong = operations.has(alias)
        ? `"${alias}" is the name of an operation: choose another alias`
        : other === undefined
          ? null
          : `"${alias}" is an alias of ${other}, too: give each operation a different alias`
      if (wrong !== null) problems.add(fileOf(`operations/${name}.json`), `/aliases/${index}`, wrong)
      owners.set(alias, name)
    }
}
