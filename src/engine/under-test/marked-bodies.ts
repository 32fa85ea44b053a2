// Puts the run's marker into bodies. The run recognises its resources by the marker.
import { at, type JsonObject, tokenOf, withMember } from '../../base/json.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import { nameIn } from '../resources/kind.ts'
import type { Session } from '../session/session.ts'
import { type AcceptedBodies, isHeld } from './accepted-bodies.ts'
import { nameForms } from './name-forms.ts'

interface Marking {
  readonly session: Pick<Session, 'contract' | 'marker' | 'next'>
  readonly facts: AcceptedBodies | undefined
}

/** An update gets a new name only if it contains a name. */
export function marked(
  body: JsonObject,
  operation: Operation,
  resource: Resource,
  marking: Marking,
): JsonObject {
  const named = withMarkedName(body, operation, resource, marking)
  return withSecondMark(named, operation, resource, marking)
}

function withMarkedName(
  body: JsonObject,
  { act, request }: Operation,
  resource: Resource,
  { session, facts }: Marking,
): JsonObject {
  const { nameAt } = resource
  if (nameAt === null || (act !== 'create' && nameIn({ resource }, body) === undefined)) return body
  const { contract, marker } = session
  const number = session.next()
  const word = `${marker}-${number}`
  const words = [word, `${marker.replace('-', '')}x${number}`]
  // A name that is also the id becomes a part of paths.
  const areWords = nameAt === resource.id || contract.openapi !== null
  const usual = areWords ? inForm(word, resource, session, facts) : `${marker} ${number}`
  const further = ['a.example.com', 'a.example.com.', 'a@example.com'].flatMap((example) =>
    nameForms.flatMap((form) => form(word, example) ?? []),
  )
  const name = [usual, ...words, ...further].find((one) =>
    conforms(request ?? {}, withMember(body, nameAt, one)),
  )
  return name === undefined ? body : withMember(body, nameAt, name)
}

function inForm(
  word: string,
  { life, nameAt }: Resource,
  { contract }: Marking['session'],
  facts: Marking['facts'],
): string {
  const create = contract.operations.get(life.create ?? '')
  const example = at(create?.examples[0], nameAt ?? '')
  const form = nameForms[facts?.nameForm ?? 0]
  return form?.(word, typeof example === 'string' ? example : null) ?? word
}

/** The tenant may change the name of a resource from an OpenAPI document. */
function withSecondMark(
  body: JsonObject,
  { act, request }: Operation,
  resource: Resource,
  { session, facts }: Marking,
): JsonObject {
  const { contract, marker } = session
  if (contract.openapi === null || act !== 'create' || request === null) return body
  const { nameAt, unique, secret, states, serverSet } = resource
  const isOther = (pointer: string): boolean =>
    [nameAt, ...unique, ...secret, ...states.keys(), ...serverSet.keys()].includes(pointer)
  for (const [member, drawn] of Object.entries(body)) {
    const pointer = `/${tokenOf(member)}`
    if (typeof drawn !== 'string' || isOther(pointer) || isHeld(resource, member, facts)) continue
    const isName = /name$/i.test(member)
    if (!isName && !/(?:description|comment|notes?|summary|text|title|label|remarks?|message)$/i.test(member))
      continue
    const text = [...(isName ? [] : [`${marker} ${drawn}`]), marker].find((one) =>
      conforms(request, withMember(body, pointer, one)),
    )
    if (text !== undefined) return withMember(body, pointer, text)
  }
  return body
}
