// Reads and validates the bodies of requests.
import { formType } from '../base/http/media-type.ts'
import { at, isObject, type Json, type JsonObject, parseExact, withoutMember } from '../base/json.ts'
import { type Contract, type Operation, type Resource, schemaAt, sentServerSet } from '../contract/index.ts'
import { conforms, shapeJudge } from '../oracle/index.ts'
import type { Entry } from './entries/store.ts'
import { patchOf, valuesIn } from './json-patch.ts'
import type { StubRequest } from './message.ts'
import type { Mutation } from './mutation.ts'
import { acceptsBroken } from './mutation.ts'
import { Refused } from './refusal.ts'

/**
 * @param entry the stored entry that the path names, or null
 * @throws Refused for an invalid body
 */
export function bodyIn(
  incoming: StubRequest,
  entry: Entry | null,
  contract: Contract,
  mutations: readonly Mutation[],
): JsonObject {
  const { operation, breaks, mediaType, text } = incoming
  if (operation.request === null) return {}
  const known = knownTypes(incoming, contract)
  const parsed = mediaType === formType && known.includes(formType) ? null : parseExact(text)
  if (parsed?.ok === false) {
    if (breaks('malformed-json')) return {}
    throw new Refused('malformed')
  }
  const whole = parsed === null ? formIn(incoming) : parsed.value
  const isPatch = operation.jsonPatch !== null && entry !== null
  const sent = isPatch ? patchOf(incoming, entry).sent : at(whole, operation.envelope.request)
  const hasOwnId = operation.ownId !== null && isObject(sent)
  const value = hasOwnId ? withoutMember(sent, incoming.resource.id) : sent
  if (value === undefined) throw new Refused('invalid')
  const judged = judgedPart(incoming, value)
  if (!conforms(operation.request, judged) && !isAcceptedBroken(operation, judged, mutations))
    throw new Refused('invalid')
  return isObject(value) ? value : {}
}

function knownTypes({ operation, breaks, mediaType }: StubRequest, contract: Contract): readonly string[] {
  const known = [...contract.mediaTypes, operation.mediaType]
  const refused = operation.refusals.mediaType != null && !breaks('media-type')
  // The stub rejects a body that a server may ignore, because a rejection also changes nothing.
  const ignored = contract.otherMediaTypesIgnored && !breaks('media-type-ignored')
  if ((refused || ignored) && !known.includes(mediaType)) throw new Refused('mediaType')
  return known
}

function formIn({ operation, text, breaks }: StubRequest): JsonObject {
  if (breaks('form-body')) return {}
  const pairs = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const schema = schemaAt(operation.request ?? {}, `/${name}`) ?? {}
      const texts = pairs.getAll(name)
      const plain = texts.map((value): Json => {
        const read = parseExact(value)
        return read.ok ? read.value : value
      })
      const single: readonly Json[] = [texts[0] ?? '', plain[0] ?? '']
      const readings = [...(texts.length === 1 ? single : []), texts, plain]
      return [name, readings.find((one) => conforms(schema, one)) ?? plain[0] ?? '']
    }),
  )
}

/** With several mutations, accepts only a body that violates exactly one clause. */
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

// Returns the part that the schema describes: without the nulls of a merge patch (RFC 7396).
function judgedPart({ operation, resource, breaks }: StubRequest, body: Json): Json {
  if (!isObject(body)) return body
  const own = [...resource.serverSet.keys()].filter((pointer) => at(body, pointer) !== undefined)
  if (own.length > 0 && sentServerSet(operation, resource) === 'refused' && !breaks('server-set'))
    throw new Refused('invalid')
  const left = breaks('server-set') ? own.reduce(withoutMember, body) : body
  return isMerge(operation, resource) ? merging(left) : left
}

function merging(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, Json][] =>
      value === null ? [] : [[name, isObject(value) ? merging(value) : value]],
    ),
  )
}

export function isMerge({ act }: Operation, { patch }: Resource): boolean {
  return act === 'update' && patch === 'merge'
}

export function validMembers({ request, envelope, jsonPatch }: Operation, text: string): JsonObject {
  const parsed = parseExact(text)
  const whole = parsed.ok ? parsed.value : null
  const sent = jsonPatch === null ? at(whole, envelope.request) : valuesIn(whole)
  if (!isObject(sent)) return {}
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => {
      const schema = schemaAt(request ?? {}, `/${name}`)
      return schema !== undefined && conforms(schema, value)
    }),
  )
}
