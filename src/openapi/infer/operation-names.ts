// Names operations in the form <resource>.<verb>.
import type { Act } from '../../contract/index.ts'
import type { Draft } from './draft.ts'
import { isPrefix, keyOf, type Segment } from './facts/path.ts'
import { kebabOf } from './facts/words.ts'
import type { Operation } from './operations.ts'
import { uniqueName } from './resource-names.ts'

const verbOf: Readonly<Record<Act, string>> = {
  create: 'create',
  read: 'get',
  update: 'update',
  replace: 'replace',
  delete: 'delete',
  list: 'list',
}

export interface OperationName {
  readonly resource: string
  readonly name: string
  readonly role: Act | 'other'
}

export function operationNames(
  operations: readonly Operation[],
  resources: ReadonlyMap<Draft, string>,
): ReadonlyMap<Operation, OperationName> {
  const names = new Map<Operation, OperationName>()
  for (const [draft, resource] of resources)
    for (const [role, operation] of draft.life)
      names.set(operation, { resource, name: `${resource}.${verbOf[role]}`, role })
  const taken = new Set([...names.values()].map(({ name }) => name))
  const places = { byKey: keysOf(resources), names: new Set(resources.values()) }
  for (const operation of operations) {
    if (names.has(operation)) continue
    const { resource, rest } = placeIn(operation, places)
    const verb = uniqueName(verbsOf(operation, rest), {
      has: (one) => isReserved(one) || taken.has(`${resource}.${one}`),
    })
    taken.add(`${resource}.${verb}`)
    names.set(operation, { resource, name: `${resource}.${verb}`, role: 'other' })
  }
  return names
}

const isReserved = (verb: string): boolean => Object.values(verbOf).includes(verb)

function placeIn(
  { segments }: Operation,
  places: { readonly byKey: ReadonlyMap<string, string>; readonly names: ReadonlySet<string> },
): { readonly resource: string; readonly rest: readonly Segment[] } {
  for (let length = segments.length; length > 0; length -= 1) {
    const resource = places.byKey.get(keyOf(segments.slice(0, length)))
    if (resource !== undefined) return { resource, rest: segments.slice(length) }
  }
  const index = segments.findIndex((one) => one.kind === 'literal' && !isPrefix(one.text))
  const first = segments[index]
  const name = first?.kind === 'literal' ? kebabOf(first.text) : ''
  return {
    resource: uniqueName([name, `${name || 'root'}-operations`], places.names),
    rest: segments.slice(index + 1),
  }
}

function keysOf(resources: ReadonlyMap<Draft, string>): ReadonlyMap<string, string> {
  return new Map(
    [...resources].flatMap(([{ collection, item }, name]) =>
      [collection, item].flatMap((place) => (place === null ? [] : [[place.key, name] as const])),
    ),
  )
}

function verbsOf({ method, operationId }: Operation, rest: readonly Segment[]): readonly string[] {
  const texts = rest.flatMap((one) => (one.kind === 'parameter' ? [] : [one.text]))
  const inAddress = texts.some((text) => /^[?#]/.test(text))
  const path = inAddress ? '' : kebabOf(texts.join('-'))
  const id = kebabOf(operationId ?? '')
  const send = method.toLowerCase()
  return [path, path === '' ? '' : `${send}-${path}`, id, `${send}-${path === '' ? 'any' : path}`]
}
