// Finds facts about members in the schemas of a resource.
import type { JsonObject } from '../../base/json.ts'
import { membersOf } from './members.ts'

export function serviceMembers(
  shown: JsonObject,
  requests: readonly JsonObject[],
  root: JsonObject,
): readonly string[] {
  const sent = new Set(requests.flatMap((schema) => membersOf(schema, root).map(([pointer]) => pointer)))
  return membersOf(shown, root).flatMap(([pointer, member]) =>
    member.readOnly === true || (requests.length > 0 && !sent.has(pointer)) ? pointer : [],
  )
}

export function writeOnlyMembers(requests: readonly JsonObject[], root: JsonObject): readonly string[] {
  const all = requests.flatMap((schema) => membersOf(schema, root))
  return [...new Set(all.flatMap(([pointer, member]) => (member.writeOnly === true ? pointer : [])))]
}

export function freeTexts(request: JsonObject, root: JsonObject): readonly string[] {
  const isFree = ({ type, enum: values, const: value, readOnly }: JsonObject): boolean =>
    [type].flat().includes('string') && values === undefined && value === undefined && readOnly !== true
  return membersOf(request, root).flatMap(([pointer, member]) => (isFree(member) ? pointer : []))
}

const nameCharactersMin = 20

export function unboundTexts(request: JsonObject, root: JsonObject): readonly string[] {
  const members = new Map(membersOf(request, root))
  return freeTexts(request, root).filter((pointer) => {
    const { pattern, format, maxLength = nameCharactersMin, writeOnly } = members.get(pointer) ?? {}
    const isBound = pattern !== undefined || format !== undefined || writeOnly === true
    return !isBound && typeof maxLength === 'number' && maxLength >= nameCharactersMin
  })
}

const usualNames: readonly string[] = [
  ...['name', 'title', 'label', 'displayName', 'display_name'],
  ...['subject', 'summary', 'description', 'comment', 'text'],
]

export function nameMember(texts: readonly string[]): string | undefined {
  return usualNames.map((name) => `/${name}`).find((pointer) => texts.includes(pointer))
}

/** The run compares these members as times, because RFC 3339 allows several texts for one time. */
export function instantsIn(schema: JsonObject, root: JsonObject): Readonly<Record<string, 'instant'>> {
  const members = membersOf(schema, root).filter(([, { format }]) => format === 'date-time')
  return Object.fromEntries(members.map(([pointer]) => [pointer, 'instant']))
}
