// Converts one resource of a document to a file of a contract.
import { at, isObject, type JsonObject, tokenOf } from '../../base/json.ts'
import type { ResourceSource } from '../../contract/index.ts'
import type { Inference, InferredResource } from '../infer/index.ts'
import type { OpenApiDocument } from '../read/index.ts'
import { contentOf } from './content.ts'
import { isChosenInPath, sentId } from './life.ts'
import { queriesOf } from './list-queries.ts'
import { followed, membersOf, requiredIn } from './members.ts'
import { type ListOfDocument, pagesOf } from './paging.ts'
import { referencesIn } from './references.ts'
import {
  freeTexts,
  instantsIn,
  nameMember,
  serviceMembers,
  unboundTexts,
  writeOnlyMembers,
} from './values.ts'

export function resourceFile(
  resource: InferredResource,
  { operations, resources }: Inference,
  { root }: OpenApiDocument,
): ResourceSource {
  const { life, items, singleton, title, idInLocation, parent } = resource
  const pointerOf = (name: string | undefined): string | null =>
    operations.find((operation) => operation.name === name)?.pointer ?? null
  const sentAs = sentId(resource)
  const { id, idsAt } = sentAs === null ? idsIn(resource) : { id: sentAs, idsAt: {} }
  const envelopes = envelopesIn(resource)
  const [read, create, list] = [pointerOf(life.read), pointerOf(life.create), pointerOf(life.list)]
  const shown =
    read === null ? null : within(successSchema(root, read), envelopes[life.read ?? ''] ?? '', root)
  const requestOf = (name: string | undefined): JsonObject | null => {
    const pointer = pointerOf(name)
    const whole = pointer === null ? null : requestSchema(root, pointer)
    return within(whole, envelopes[name ?? ''] ?? '', root) ?? whole
  }
  const sent = requestOf(life.create)
  const requests = [life.create, life.update, life.replace].flatMap((name) => {
    const request = requestOf(name)
    return request === null ? [] : [request]
  })
  const service =
    shown === null ? [] : [...serviceMembers(shown, requests, root), ...ownId(id, shown, sent, root)]
  const secret = writeOnlyMembers(requests, root)
  const texts = sent === null ? [] : unboundTexts(sent, root)
  // An id that the client chooses can contain the run's marker, so the id serves as the name.
  const name = sentAs !== null && texts.includes(sentAs) ? sentAs : nameMember(texts)
  const references = referencesIn(requests, resource, resources, root)
  const gone = statusesOf(root, read).filter((status) => ['404', '410'].includes(status))
  const listed = list === null ? null : listAt(root, list, items)
  const pages = listed === null ? {} : pagesOf(listed, root)
  const queries = listed === null ? {} : queriesOf(listed, pages.paging, root)
  return {
    title,
    life,
    ...(id === undefined ? {} : { id: Object.keys(idsAt).length === 0 ? id : { default: id, ...idsAt } }),
    ...idPlace(isChosenInPath(resource, operations), idInLocation, sentAs !== null),
    ...(name === undefined ? {} : { name }),
    ...(Object.keys(envelopes).length === 0 ? {} : { envelopes }),
    ...(items === null ? {} : { items }),
    ...pages,
    ...queries,
    ...(singleton ? { singleton } : {}),
    ...(service.length === 0
      ? {}
      : {
          serverSet: Object.fromEntries(
            service.map((pointer) => [pointer, pointer === id ? 'constant' : 'any']),
          ),
        }),
    ...(secret.length === 0 ? {} : { secret }),
    // The run sends different values for these members to avoid conflicts. No rule checks uniqueness
    // (rule-levels.ts).
    ...(sent === null || !statusesOf(root, create).includes('409')
      ? {}
      : { unique: freeTexts(sent, root).filter((pointer) => !(pointer in references)) }),
    ...(parent !== null && life.delete === undefined ? { removedWith: parent } : {}),
    ...(gone.length === 0 ? {} : { afterDelete: gone.map(Number) }),
    references,
    compare: shown === null ? {} : instantsIn(shown, root),
  }
}

function idPlace(inPath: boolean, inLocation: boolean, inRequest: boolean): Pick<ResourceSource, 'idIn'> {
  if (inPath) return { idIn: 'path' }
  if (inLocation) return { idIn: 'location' }
  return inRequest ? { idIn: 'request' } : {}
}

function within(schema: JsonObject | null, envelope: string, root: JsonObject): JsonObject | null {
  let here = schema
  for (const token of envelope.split('/').slice(1)) {
    const [, member = null] =
      (here === null ? [] : membersOf(here, root)).find(([one]) => one === `/${token}`) ?? []
    const target = member === null ? null : followed(member, root)
    here = isObject(target) ? target : null
  }
  return here
}

/**
 * Returns the pointer of an id that requests need not contain. A chosen id could belong to another client's
 * resource.
 */
function ownId(
  id: string | undefined,
  shown: JsonObject,
  sent: JsonObject | null,
  root: JsonObject,
): readonly string[] {
  const has = (schema: JsonObject): boolean => membersOf(schema, root).some(([pointer]) => pointer === id)
  const isRequired = sent !== null && requiredIn(sent, root).includes(id ?? '')
  return id !== undefined && has(shown) && !isRequired ? [id] : []
}

interface Ids {
  readonly id: string | undefined
  /**
   * The pointers of operations with the id at another location than `id`. They start at the complete body.
   */
  readonly idsAt: Readonly<Record<string, string>>
}

function idsIn({ ids, envelopes, life }: InferredResource): Ids {
  const shown = [life.read, life.create, life.update, life.replace].flatMap((name) => {
    const whole = name === undefined ? undefined : ids[name]
    if (name === undefined || whole === undefined) return []
    const envelope = envelopes[name] ?? ''
    return [{ name, whole, inner: whole.startsWith(`${envelope}/`) ? whole.slice(envelope.length) : null }]
  })
  const ofList = life.list === undefined ? undefined : ids[life.list]
  const id = shown.find(({ inner }) => inner !== null)?.inner ?? ofList
  const elsewhere = shown.filter(({ inner }) => inner !== id)
  return { id, idsAt: Object.fromEntries(elsewhere.map(({ name, whole }) => [name, whole])) }
}

function envelopesIn({ envelopes, life }: InferredResource): Readonly<Record<string, string>> {
  const single = [life.create, life.read, life.update, life.replace]
  return Object.fromEntries(
    Object.entries(envelopes).filter(([name, envelope]) => envelope !== '' && single.includes(name)),
  )
}

function listAt(root: JsonObject, pointer: string, items: string | null): ListOfDocument {
  const success = statusesOf(root, pointer).find((one) => one.startsWith('2'))
  const headers =
    success === undefined ? undefined : at(root, `${pointer}/responses/${tokenOf(success)}/headers`)
  return { operation: operationAt(root, pointer), response: successSchema(root, pointer), headers, items }
}

const operationAt = (root: JsonObject, pointer: string): JsonObject => {
  const operation = at(root, pointer)
  return isObject(operation) ? operation : {}
}

const statusesOf = (root: JsonObject, pointer: string | null): readonly string[] => {
  const { responses } = pointer === null ? {} : operationAt(root, pointer)
  return isObject(responses) ? Object.keys(responses) : []
}

function successSchema(root: JsonObject, operation: string): JsonObject | null {
  for (const status of statusesOf(root, operation).filter((one) => one.startsWith('2'))) {
    const content = contentOf(at(root, `${operation}/responses/${tokenOf(status)}`), '')
    const schema = content === null ? undefined : followed(content.schema, root)
    if (isObject(schema)) return schema
  }
  return null
}

function requestSchema(root: JsonObject, operation: string): JsonObject | null {
  const content = contentOf(at(root, `${operation}/requestBody`), '')
  const schema = content === null ? undefined : followed(content.schema, root)
  return isObject(schema) ? schema : null
}
