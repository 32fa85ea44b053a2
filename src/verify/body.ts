// Bodies of requests as the stub reads and judges them: by the contract's schema, and by what its resource says beyond that.
import { at, isObject, type Json, type JsonObject, parseExact } from '../base/json.ts'
import { type Contract, type Operation, type Resource, schemaAt, sentServerSet } from '../contract/index.ts'
import { conforms, shapeJudge } from '../oracle/index.ts'
import type { Asked } from './answer.ts'
import { without } from './member.ts'
import type { Mutation } from './mutation.ts'
import { acceptsBroken } from './mutation.ts'
import { Refused } from './refusal.ts'

/** The request's body. @throws Refused */
export function bodyIn(asked: Asked, contract: Contract, mutations: readonly Mutation[]): JsonObject {
  const { operation, breaks, mediaType, text } = asked
  if (operation.request === null) return {}
  const known = [...contract.mediaTypes, operation.mediaType]
  const refused = operation.refusals.mediaType != null && !breaks('media-type')
  // What is passed over and what is refused change nothing alike.
  const ignored = contract.otherMediaTypesIgnored && !breaks('media-type-ignored')
  if ((refused || ignored) && !known.includes(mediaType)) throw new Refused('mediaType')
  const parsed = mediaType === formType && known.includes(formType) ? null : parseExact(text)
  if (parsed?.ok === false) {
    if (breaks('malformed-json')) return {}
    throw new Refused('malformed')
  }
  const value = parsed === null ? formIn(asked) : parsed.value
  const judged = judgedPart(asked, value)
  if (!conforms(operation.request, judged) && !isAcceptedBroken(operation, judged, mutations))
    throw new Refused('invalid')
  return isObject(value) ? value : {}
}

const formType = 'application/x-www-form-urlencoded'

/** The members of a flat form, each a text where its schema allows one, else as JSON. */
function formIn({ operation, text, breaks }: Asked): JsonObject {
  if (breaks('form-body')) return {}
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => {
      const read = parseExact(value)
      const schema = schemaAt(operation.request ?? {}, `/${name}`) ?? {}
      return [name, conforms(schema, value) || !read.ok ? value : read.value]
    }),
  )
}

/**
 * Whether the body breaks the clause whose breach the stub lets pass. Where it does so with several clauses the body breaks
 * that one alone: none is to be caught by what is another one's.
 */
function isAcceptedBroken({ name, request }: Operation, body: Json, mutations: readonly Mutation[]): boolean {
  const mutated = mutations.filter(({ breaks, operation }) => breaks === acceptsBroken && operation === name)
  if (mutated.length === 0) return false
  const broken = shapeJudge(request ?? {})(body).flatMap(({ clause, problem }) =>
    problem === null ? [] : clause,
  )
  return (
    (mutated.length === 1 || broken.length === 1) && mutated.some(({ clause }) => broken.includes(clause))
  )
}

// What a merge patch removes is no value (RFC 7396), and what the service sets itself may be ignored.
function judgedPart({ operation, resource, breaks }: Asked, body: Json): Json {
  if (!isObject(body)) return body
  const own = [...resource.serverSet.keys()].filter((pointer) => at(body, pointer) !== undefined)
  if (own.length > 0 && sentServerSet(operation, resource) === 'refused' && !breaks('server-set'))
    throw new Refused('invalid')
  const left = breaks('server-set') ? own.reduce(without, body) : body
  return isMerge(operation, resource) ? merging(left) : left
}

function merging(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, Json][] =>
      value === null ? [] : [[name, isObject(value) ? merging(value) : value]],
    ),
  )
}

/** Whether the operation's body is a merge patch. */
export function isMerge({ act }: Operation, { patch }: Resource): boolean {
  return act === 'update' && patch === 'merge'
}

/** The members of a body that the schema allows each for itself. */
export function validMembers({ request }: Operation, text: string): JsonObject {
  const parsed = parseExact(text)
  if (!parsed.ok || !isObject(parsed.value)) return {}
  return Object.fromEntries(
    Object.entries(parsed.value).filter(([name, value]) => {
      const schema = schemaAt(request ?? {}, `/${name}`)
      return schema !== undefined && conforms(schema, value)
    }),
  )
}

/** Refuses values in the query that their schemas do not allow. @throws Refused */
export function requireQuery({ operation, query, breaks }: Asked): void {
  if (breaks('query-refused')) return
  for (const { name, in: place, schema } of operation.parameters) {
    const text = place === 'query' ? query.get(name) : null
    if (text === null) continue
    const read = parseExact(text)
    if (!conforms(schema, text) && !(read.ok && conforms(schema, read.value))) throw new Refused('invalid')
  }
}
