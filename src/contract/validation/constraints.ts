// Checks the normalisations and the constraints of a resource.
import { isObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { listInWords } from '../../base/text/list-in-words.ts'
import type { Problems } from '../problems.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, type Schema, schemaAt } from '../schema.ts'
import { type Constraint, type ConstraintSource, constraintKinds, isChoice } from '../values/constraint.ts'
import { type NormalisationSource, typesOf } from '../values/normalisation.ts'

export function checkNormalisations(
  { normalises, serverSet, compare }: Resource,
  requests: readonly Schema[],
  file: string,
  problems: Problems,
): void {
  for (const [member, kinds] of normalises) {
    const place = `/normalises/${tokenOf(member)}`
    const add = (message: string): void => problems.add(file, place, message)
    const schemas = requests.map((schema) => schemaAt(schema, member)).filter((one) => one !== undefined)
    for (const kind of kinds as readonly NormalisationSource[]) {
      const types = typesOf(kind)
      const own = schemas.flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]))
      if (
        types !== null &&
        own.length > 0 &&
        !own.some((one) => one.some((type) => types.includes(`${type}`)))
      )
        add(
          `${jsonText(kind)} can change only values of the type ${types.join(' or ')}, but ${member} is ${String(own[0])}`,
        )
      if (kind === 'default')
        add(
          `no request schema has a default for ${member}: write { "default": … } with the value, or add the default to the schema`,
        )
    }
    const texts = kinds.map((kind) => (isObject(kind) ? (Object.keys(kind)[0] ?? '') : String(kind)))
    if (texts.includes('lower-case') && texts.includes('upper-case'))
      add('the normalisation demands both lower case and upper case: remove one of the two')
    for (const word of ['round', 'suffix', 'default'])
      if (texts.filter((one) => one === word).length > 1)
        add(`the normalisation has "${word}" twice: remove one of the two`)
    if (serverSet.has(member)) add(`only the service sets ${member}, so there is no sent value to normalise`)
    if (compare.get(member) === 'ignore')
      add(
        `"compare" ignores ${member}, so its normal form is not checked: remove ${member} from "compare" or from "normalises"`,
      )
  }
}

export function checkConstraints(
  { constraints, serverSet }: Resource,
  requests: readonly Schema[],
  file: string,
  problems: Problems,
): void {
  for (const [index, constraint] of constraints.entries()) {
    const add = (message: string): void => problems.add(file, `/constraints/${index}`, message)
    const { kind, members } = constraint
    for (const member of members) {
      if (serverSet.has(member))
        add(`only the service sets ${member}, so no request can violate the constraint`)
      const types = requests.flatMap((schema) => {
        const type = schemaAt(schema, member)?.type
        return type === undefined ? [] : [type].flat().map(String)
      })
      const wanted = typesOfKind[kind]
      if (wanted !== undefined && types.length > 0 && !types.some((type) => wanted.includes(type)))
        add(
          `"${kind}" compares only values of the type ${listInWords(wanted, 'or')}, but ${member} is ${types[0]}`,
        )
      if (kind === 'exactlyOneOf' || kind === 'atMostOneOf')
        if (requests.length > 0 && requests.every((schema) => isRequired(schema, member)))
          add(
            `the schema requires ${member}, so no request can contain another of these members: remove the constraint, or make ${member} optional`,
          )
    }
    const kindsOfMembers = members.map((member) =>
      requests
        .flatMap((schema) => [schemaAt(schema, member)?.type ?? []].flat())
        .map((type) => (type === 'string' ? 'text' : 'number')),
    )
    if ((kind === 'before' || kind === 'notAfter') && new Set(kindsOfMembers.flat()).size > 1)
      add(`"${kind}" compares ${members.join(' with ')}, but one is a text and the other a number`)
    const stems = members.map((one) => (one.includes('/*') ? one.slice(0, one.indexOf('/*')) : ''))
    if (kind !== 'sum' && new Set(stems).size > 1)
      add(
        'the members are in different arrays, or some are outside an array: use only members in elements of one array, or only members outside arrays',
      )
    for (const [earlier, other] of constraints.slice(0, index).entries())
      if (contradict(constraint, other)) add(`the constraint contradicts /constraints/${earlier}`)
  }
}

export function checkConstraintKinds(
  sources: readonly ConstraintSource[],
  file: string,
  problems: Problems,
): void {
  for (const [index, source] of sources.entries()) {
    const kinds = constraintKinds.filter((kind) => source[kind] !== undefined)
    if (kinds.length !== 1)
      problems.add(
        file,
        `/constraints/${index}`,
        `the constraint has ${kinds.length === 0 ? 'no kind' : `the kinds ${kinds.join(' and ')}`}: use exactly one of ${constraintKinds.join(', ')}`,
      )
  }
}

const typesOfKind: Readonly<Partial<Record<Constraint['kind'], readonly string[]>>> = {
  before: ['string', 'number', 'integer'],
  notAfter: ['string', 'number', 'integer'],
  sum: ['number', 'integer'],
  future: ['string'],
  past: ['string'],
}

function isRequired(schema: Schema, member: Pointer): boolean {
  const end = member.lastIndexOf('/')
  const holder = end === 0 ? schema : schemaAt(schema, member.slice(0, end))
  return (
    Array.isArray(holder?.required) &&
    holder.required.some((name) => tokenOf(`${name}`) === member.slice(end + 1))
  )
}

function contradict(one: Constraint, other: Constraint): boolean {
  const isSame =
    one.members.length === other.members.length &&
    one.members.every((member) => other.members.includes(member))
  const [kinds, isOrder] = [
    [one.kind, other.kind],
    (kind: string): boolean => ['before', 'notAfter'].includes(kind),
  ]
  if (kinds.includes('future') && kinds.includes('past')) return isSame
  if (kinds.includes('equal') && kinds.includes('before')) return isSame
  if (kinds.every((kind) => kind === 'sum')) return isSame && one.equals !== other.equals
  if (kinds.every(isOrder) && kinds.includes('before'))
    return one.members.some((member, at) =>
      one.members.slice(at + 1).some((later) => {
        const [first, second] = [other.members.indexOf(later), other.members.indexOf(member)]
        return first !== -1 && second > first
      }),
    )
  if (kinds.every((kind) => isChoice({ kind }))) return isSame && one.kind === other.kind
  return false
}
