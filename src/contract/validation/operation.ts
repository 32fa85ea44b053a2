// Checks the references of an operation.
import { isObject, tokenOf } from '../../base/json.ts'
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Contract, Operation } from '../contract.ts'
import { styles } from '../parameters.ts'
import { type Problems, unknownName } from '../problems.ts'
import type { SchemaChecker } from './schema-checker.ts'

export function checkOperation(
  operation: Operation,
  contract: Contract,
  schemas: SchemaChecker | null,
  file: string,
  problems: Problems,
): void {
  const resources = [...contract.resources.keys()]
  const inPath = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  for (const name of inPath)
    if (!declared.includes(name))
      problems.add(
        file,
        '/path',
        `{${name}} is not a parameter: add a parameter of that name with "in": "path" and a schema`,
      )
  for (const name of new Set(inPath))
    if (inPath.filter((one) => one === name).length > 1)
      problems.add(file, '/path', `the path contains {${name}} twice: use different names`)
  for (const [index, parameter] of operation.parameters.entries()) {
    const pointer = `/parameters/${index}`
    if (parameter.in === 'path' && !inPath.includes(parameter.name))
      problems.add(
        file,
        `${pointer}/name`,
        `the path ${operation.path} does not contain {${parameter.name}}: correct the path or the name`,
      )
    if (
      operation.parameters.findIndex((one) => one.name === parameter.name && one.in === parameter.in) !==
      index
    )
      problems.add(
        file,
        `${pointer}/name`,
        `there is another parameter "${parameter.name}" in the ${parameter.in}: remove one of the two`,
      )
    if (
      parameter.resource !== null &&
      parameter.resource !== operation.resource &&
      !contract.resources.has(parameter.resource)
    )
      problems.add(file, `${pointer}/resource`, unknownName('resource', parameter.resource, resources))
    const allowed: readonly string[] = styles[parameter.in]
    if (!allowed.includes(parameter.style))
      problems.add(
        file,
        `${pointer}/style`,
        `a parameter in the ${parameter.in} has no style "${parameter.style}": use one of ${allowed.join(', ')}`,
      )
    schemas?.check(parameter.schema, file, `${pointer}/schema`, problems)
    if (parameter.value !== undefined)
      schemas?.checkValue(parameter.schema, parameter.value, file, `${pointer}/value`, problems)
  }
  if (operation.request !== null) schemas?.check(operation.request, file, '/request', problems)
  if (operation.request !== null && operation.envelope.request === '')
    for (const [index, example] of operation.examples.entries())
      schemas?.checkValue(operation.request, example, file, `/examples/${index}`, problems)
  if (operation.response !== null) schemas?.check(operation.response, file, '/response', problems)
  for (const { status, schema, headers } of operation.responses) {
    const pointer = `/responses/${status}`
    if (isObject(schema)) schemas?.check(schema, file, `${pointer}/schema`, problems)
    for (const [name, header] of Object.entries(headers))
      if (isObject(header.schema))
        schemas?.check(header.schema, file, `${pointer}/headers/${tokenOf(name)}/schema`, problems)
  }
  if (!contract.resources.has(operation.resource))
    problems.add(
      file,
      '/name',
      `there is no resource "${operation.resource}", the first part of the operation's name: ${didYouMeanOrKnown(operation.resource, resources)}`,
    )
  checkAccepted(operation, contract, file, problems)
  checkEffect(operation, contract, file, problems)
  checkSecurity(operation, contract, file, problems)
  if (operation.method === 'GET' && operation.request !== null)
    problems.add(file, '/request', 'a GET has no body: remove the body')
  if (contract.scopes.size === 0) return
  for (const [index, scope] of (operation.scopes ?? []).entries())
    if (!contract.scopes.has(scope))
      problems.add(
        file,
        `/scopes/${index}`,
        `there is no scope "${scope}" in schemas/scopes.json: ${didYouMeanOrKnown(scope, [...contract.scopes])}`,
      )
}

function checkEffect(
  { safe, acts, supersedes, act, method, idParameter, resource }: Operation,
  { resources }: Contract,
  file: string,
  problems: Problems,
): void {
  const wrong = (place: string, message: string): void => problems.add(file, place, message)
  if (safe && act !== 'other')
    wrong(
      '/safe',
      `the operation is the "${act}" of ${resource}: remove "safe", or remove the operation from "life"`,
    )
  if (safe && method === 'DELETE') wrong('/safe', 'a DELETE is not safe (RFC 9110, 9.2.1): remove "safe"')
  if (supersedes !== null && act !== 'other')
    wrong(
      '/supersedes',
      `the operation returns a new resource, so it is not the "${act}" of ${resource}: remove the operation from "life" (with an OpenAPI document by "life": { "${act}": null })`,
    )
  if (!acts || (supersedes !== null && act !== 'other')) return
  if (safe || act !== 'other' || method === 'GET')
    wrong(
      '/acts',
      '"acts" is only for an operation that changes something, and that is not in "life": remove "acts"',
    )
  else if (idParameter === null || resources.get(resource)?.life.create === undefined)
    wrong(
      '/acts',
      `the path must contain the id of a resource of ${resource}, and an operation must create resources of ${resource}`,
    )
}

function checkAccepted(operation: Operation, contract: Contract, file: string, problems: Problems): void {
  const wrong = wrongFollowing(operation, contract)
  if (wrong !== null) problems.add(file, '/accepted', wrong)
}

function wrongFollowing({ accepted, act, success }: Operation, { operations }: Contract): string | null {
  if (accepted === null) return null
  if (act !== 'create' && act !== 'delete')
    return 'a run can wait only for the end of a creation or a deletion: remove "accepted"'
  if (success !== null && !success.includes(202))
    return '"success" does not contain 202: add 202, the status of a pending operation'
  const named = accepted.operation
  if (named === null) return null
  const polled = operations.get(named)
  if (polled === undefined) return unknownName('operation', named, operations.keys())
  return polled.method !== 'GET' || !/^[^{}]*\{[^{}]*\}[^{}]*$/.test(polled.path)
    ? `${named} must be a GET with one path parameter`
    : null
}

function checkSecurity(
  { security }: Operation,
  { authentication }: Contract,
  file: string,
  problems: Problems,
): void {
  const known = [...(authentication?.schemes.keys() ?? [])]
  for (const [index, alternative] of (security ?? []).entries())
    for (const name of Object.keys(alternative))
      if (!known.includes(name))
        problems.add(file, `/security/${index}/${name}`, unknownName('security scheme', name, known))
}
