// Defines the mutations of a stub. Each mutation breaks exactly one clause.
import {
  type Clause,
  type Contract,
  clausesOf,
  eachSchema,
  isJudged,
  ruleNamed,
  type Schema,
  successSchemas,
} from '../contract/index.ts'

export interface Mutation {
  readonly clause: string
  readonly operation: string
  /** The name of the broken rule; `acceptsBroken` or `sendsBroken` for a clause of schema keywords. */
  readonly breaks: string
  readonly description: string
}

export const acceptsBroken = 'request'
export const sendsBroken = 'response'

export const lawMutations: Readonly<Record<string, string>> = {
  accepts: 'a successful response has a status that the contract does not name',
  'response-json': 'the response is labelled as HTML',
  'no-server-error': 'refusals have status 500',
  'malformed-json': 'a body that is not JSON is accepted',
  'media-type': 'a body of any media type is accepted',
  'media-type-ignored': 'a body of another media type is accepted',
  problem: 'refusals have a body of plain text',
  'auth-missing': 'a request without a token is served',
  'auth-invalid': 'any token is accepted',
  'auth-expired': 'an expired token is accepted',
  'auth-scope': 'scopes are ignored',
  'login-refuses': 'any user and any password are accepted',
  'session-ended': 'a session remains valid after the logout',
  'alternative-accepted': 'only the first alternative of the credentials is accepted',
  'query-refused': 'any value in the query is accepted',
  'unknown-id': 'an unknown id is treated as existing',
  'other-id': 'characters after a NUL in an id are ignored',
  'id-as-written': 'blanks after an id are ignored',
  'id-refused-in-json': 'the response to an unknown id with a final blank is plain text',
  'as-sent': 'the response shows a value that was not sent',
  stored: 'a value that was not sent is stored',
  normalised: 'values are stored without normalisation',
  idempotent: 'a value changes when it is sent again',
  constraint: 'a body that violates the constraint is accepted',
  'reference-exists': 'a body that refers to a missing resource is accepted',
  'server-set': 'a sent value of a member that only the server sets is stored',
  'ids-unique': 'every resource gets the same id',
  'ids-not-reused': 'a new resource gets the id of a removed one',
  location: 'the response to a creation has no Location header',
  'initial-state': 'a new resource has a wrong initial state',
  'unique-refused': 'a value that must be unique is accepted a second time',
  'rest-unchanged': 'the update changes a member that was not sent',
  'empty-update': 'an empty update changes a member',
  'several-members': 'only the first of several sent members is changed',
  'updates-at-once': 'an update undoes an earlier one',
  'form-body': 'the members of a form are ignored',
  'any-sequence': 'an update undoes an earlier one',
  merges: 'the update replaces objects, and ignores members that are sent as null',
  'replaces-objects': 'an update merges a sent object with the stored object',
  replaces: 'the replacement keeps omitted members',
  'refused-changes-nothing': 'the valid members of a refused request are stored',
  independent: 'another resource is also changed or removed',
  constant: 'a constant member is changed in the response',
  moves: 'a member that must increase decreases',
  transitions: 'a change of the state is ignored',
  'transitions-refused': 'any transition is accepted',
  'gone-after-delete': 'a deleted resource is treated as existing',
  'stale-refused': 'a change or deletion of an outdated version is carried out',
  'safe-changes-nothing': 'a read-only request changes the resource',
  'patch-refused': 'a patch whose only operation fails is accepted',
  'patch-atomic': 'a patch that fails still stores the results of its earlier operations',
  'patch-removes': 'a patch does not remove a member that it must remove',
  'ended-after-delete': 'a deleted resource is shown unchanged',
  'accepted-ends': 'an accepted operation is never shown as complete',
  'accepted-takes-effect': 'an accepted operation is shown as complete, but had no effect',
  upsert: 'a creation with an existing id creates another resource',
  'upsert-unknown': 'a creation with an unknown id is accepted',
  supersedes: 'a replaced resource is shown unchanged',
  'early-delete-refused': 'a deletion without its required step is carried out',
  listed: 'the newest resource is not in the list',
  total: 'the total is one more than the number of resources',
  'page-size': 'a page contains all items, not only the requested number',
  'each-once': 'the last item of a page is also the first of the next',
  'link-next': 'the response has no Link header for the next page',
  'parameter-filters': 'the parameter is ignored',
  sorted: 'the order is reversed',
  'wrong-parent': 'the resource is found under any parent',
  'gone-with-parent': 'a resource still exists after the deletion of its parent',
  'secret-hidden': 'a write-only member is shown',
  'documented-status': 'a successful response has a status that is not documented',
  'documented-media-type': 'responses have a media type that is not documented',
  'response-headers': 'a header is missing, or has a value that its schema does not allow',
  'parameter-accepted': 'a request with the parameter is refused',
  'parameter-required': 'a request without the parameter is accepted',
  'problem-status': 'a problem body shows a wrong status',
  'documented-body': 'a refusal has a body that its schema does not allow',
}

/** Returns whether every exchange of the operation can reveal the mutation. */
export function showsInAny({ breaks }: Mutation): boolean {
  return [sendsBroken, 'accepts', 'response-json', 'no-server-error'].includes(breaks)
}

export function mutationsOf(clause: Clause, contract: Contract): readonly Mutation[] {
  const operation = contract.operations.get(clause.operation)
  if (operation === undefined) return []
  const one = (breaks: string, description: string): Mutation => ({
    clause: clause.id,
    operation: operation.name,
    breaks,
    description,
  })
  const law = clause.law ?? ruleNamed(clause.name)?.name
  const ofLaw = law === undefined ? undefined : lawMutations[law]
  return [
    ...(law === undefined || ofLaw === undefined
      ? []
      : [one(ruleNamed(law)?.each === undefined ? law : clause.name, ofLaw)]),
    ...(operation.parameters.some((each) => isJudged(each) && carries(each.schema, clause.id))
      ? [one(clause.name, 'a value that violates the clause is accepted')]
      : []),
    ...(carries(operation.request, clause.id)
      ? [one(acceptsBroken, 'a body that violates the clause is accepted')]
      : []),
    ...(successSchemas(operation).some((schema) => carries(schema, clause.id))
      ? [one(sendsBroken, 'a response violates the clause')]
      : []),
  ]
}

// The maximum number of response mutations of one operation in one run. More would make the run slow.
const sharedResponsesMax = 8

// Mutations that can share one run, because they do not change the effect of valid requests.
const sharedByAll: ReadonlySet<string> = new Set([
  ...['auth-missing', 'auth-invalid', 'auth-expired', 'auth-scope', 'problem-status'],
  ...[
    'documented-status',
    'malformed-json',
    'media-type',
    'unknown-id',
    'other-id',
    'id-as-written',
    'response-',
  ],
])

/** Groups mutations that rarely hide each other, so that they share a run. */
export function mutationGroups(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const groups = new Map<string, Mutation[]>()
  const full: Mutation[][] = []
  for (const mutation of mutations) {
    const key = groupOf(mutation)
    if (key === null) {
      full.push([mutation])
      continue
    }
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(mutation)
    if (mutation.breaks === sendsBroken && group.length === sharedResponsesMax) {
      full.push(group)
      groups.delete(key)
    }
  }
  return [...full, ...groups.values()]
}

function groupOf({ breaks, operation }: Mutation): string | null {
  if (breaks === acceptsBroken || breaks === sendsBroken) return `${breaks} ${operation}`
  const kind = breaks.replace(/^response-(\dxx|\d+|default)$/, 'response-')
  if (sharedByAll.has(kind)) return kind
  return kind.startsWith('query-') && !/-(accepted|filters)$/.test(kind) ? 'query' : null
}

function carries(schema: Schema | null, clause: string): boolean {
  let found = false
  if (schema !== null)
    eachSchema(schema, (node) => {
      if (Object.values(clausesOf(node)).includes(clause)) found = true
    })
  return found
}
