// Makes an operation from its file.
import { messageOf } from '../../base/error.ts'
import { jsonPatchType } from '../../base/http/media-type.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { acceptedOf } from '../accepted.ts'
import type { Operation, Parameter } from '../contract.ts'
import { isSuccess, within } from '../documented-response.ts'
import { dereference } from '../expansion/dereference.ts'
import type { Side } from '../expansion/omitted-members.ts'
import { SchemaError } from '../expansion/reference-target.ts'
import { filledPath, isOwnHeader, styles } from '../parameters.ts'
import { beforeParameter, encodedPattern, isAtEnd } from '../path-pattern.ts'
import type { Problems } from '../problems.ts'
import { type Act, acts, type Resource } from '../resource.ts'
import { type Schema, schemaAt } from '../schema.ts'
import { needsCredentials, scopesIn } from '../security.ts'
import { withoutOwnId } from './own-id.ts'
import { responsesFrom } from './responses.ts'
import type { ContractFile, OperationFile } from './source-files.ts'

export function operationFrom(
  source: OperationFile,
  file: string,
  head: ContractFile,
  resources: ReadonlyMap<string, Resource>,
  documents: ReadonlyMap<string, JsonObject>,
  problems: Problems,
): Operation {
  const resolved = (schema: Json, pointer: string, side: Side = 'request'): Schema | null => {
    try {
      const whole = dereference(schema, source.name, documents, baseOf(source, schema), side)
      // Replaces true and false by equal objects, because a schema is an object here.
      return (whole === true ? {} : whole === false ? { not: {} } : whole) as Schema | null
    } catch (error) {
      const place = error instanceof SchemaError ? `${pointer}${error.pointer}` : pointer
      problems.add(file, place, messageOf(error))
      return null
    }
  }
  const resource = source.name.slice(0, source.name.indexOf('.'))
  const { life } = resources.get(resource) ?? { life: {} as Resource['life'] }
  const declared = (source.parameters ?? []).map((parameter, index): Parameter => {
    const style = parameter.style ?? styles[parameter.in][0]
    return {
      name: parameter.name,
      in: parameter.in,
      schema: resolved(parameter.schema, `/parameters/${index}/schema`) ?? {},
      resource: parameter.resource ?? resourceNamedBy(parameter, source, resource, resources),
      required: parameter.required ?? null,
      style,
      explode: parameter.explode ?? style === 'form',
      ...(parameter.value === undefined ? {} : { value: parameter.value }),
    }
  })
  const isFilled = (one: Parameter): boolean => one.in === 'path' && one.value !== undefined
  const filled = new Map(declared.filter(isFilled).map(({ name, value = null }) => [name, value]))
  const parameters = declared.filter((one) => !isFilled(one) && !isOwnHeader(one))
  const security = securityOf(source, head)
  if (security === null && (source.security ?? []).length > 0)
    problems.add(
      file,
      '/security',
      'the contract has no security schemes: name them in authentication.schemes of contract.json',
    )
  const responses = responsesFrom(source.responses ?? {}, (schema, pointer) =>
    resolved(schema, pointer, 'response'),
  )
  const whole =
    source.response === undefined
      ? (responses.find((one) => isSuccess(one) && one.schema !== null)?.schema ?? null)
      : resolved(source.response, '/response', 'response')
  const act = acts.find((one: Act) => life[one] === source.name) ?? 'other'
  const ownId = parameters.find((one) => one.in === 'path' && one.resource === resource) ?? null
  const isChoice = act === 'create' && resources.get(resource)?.idIn === 'path'
  const envelopes = resources.get(resource)?.envelopes.get(source.name)
  const envelope = envelopes?.response ?? ''
  const request = resolved(source.request ?? null, '/request')
  const mediaType = source.mediaType ?? 'application/json'
  const isPatch = act === 'update' && mediaType === jsonPatchType
  // The default for requests is the envelope of responses.
  const usual = request !== null && !isPatch && mayBeObject(schemaAt(request, envelope)) ? envelope : ''
  const requestEnvelope = envelopes?.request ?? usual
  const sent = request === null ? null : within(request, requestEnvelope)
  const changed = (act === 'update' && !isPatch) || act === 'replace' ? resources.get(resource) : undefined
  return {
    name: source.name,
    aliases: source.aliases ?? [],
    title: source.title,
    part: source.part ?? '',
    resource,
    act,
    safe: source.safe ?? false,
    acts: source.acts ?? source.supersedes !== undefined,
    supersedes: source.supersedes === undefined ? null : new Map(Object.entries(source.supersedes)),
    method: source.method,
    path: filledPath(encodedPattern(source.path), filled),
    parameters,
    idParameter: isChoice ? null : ownId,
    chosenId: isChoice ? ownId : null,
    ...(sent === null || changed === undefined || ownId === null
      ? { request: sent, ownId: null }
      : withoutOwnId(sent, changed)),
    wholeRequest: request,
    mediaType,
    jsonPatch: isPatch ? [] : null,
    examples: source.examples ?? [],
    response: whole === null ? null : within(whole, envelope),
    wholeResponse: whole,
    envelope: { request: requestEnvelope, response: envelope },
    responses,
    success: source.success ?? null,
    accepted: acceptedOf(source.accepted),
    failures: source.failures ?? null,
    refusals: { ...head.refusals, ...source.refusals },
    scopes: source.scopes ?? (security === null ? null : scopesIn(security)),
    authenticated:
      security === null
        ? head.authentication != null && source.authentication !== false
        : needsCredentials(security),
    security,
    keywords: source.keywords ?? head.keywords ?? 'MUST',
    source: source.source ?? '',
    rules: { ...head.rules, ...source.rules },
  }
}

function securityOf(
  source: OperationFile,
  { authentication, security }: ContractFile,
): Operation['security'] {
  if (Object.keys(authentication?.schemes ?? {}).length === 0) return null
  return source.authentication === false ? [] : (source.security ?? security ?? [])
}

// A reference "#/…" can refer to the file, or to definitions within the schema.
function baseOf(source: OperationFile, schema: Json): JsonObject {
  const file = source as unknown as JsonObject
  const own = isObject(schema) && isObject(schema.$defs) ? schema.$defs : {}
  return { ...file, $defs: { ...own, ...(isObject(file.$defs) ? file.$defs : {}) } }
}

// A parameter at the end of the path is the id of the operation's own resource.
function resourceNamedBy(
  parameter: { readonly name: string; readonly in: string },
  { path }: OperationFile,
  own: string,
  resources: ReadonlyMap<string, Resource>,
): string | null {
  if (parameter.in !== 'path') return null
  if (isAtEnd(path, parameter.name)) return own
  const before = beforeParameter(path, parameter.name)
  return resources.has(before) ? before : null
}

/** Returns whether the schema allows an object. Only an object can be an envelope. */
function mayBeObject(schema: Json | undefined): boolean {
  if (!isObject(schema)) return schema === true
  return schema.type === undefined || [schema.type].flat().includes('object')
}
