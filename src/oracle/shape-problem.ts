// Describes how a response violates a schema.
import { clip } from '../base/clip.ts'
import { at, isObject, type Json, nameOf, tokenOf, typeOf } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import type { ErrorObject } from '../base/schemas/ajv.ts'
import type { Problem } from './judgement.ts'

const charactersMax = 200

export function shapeProblem(error: ErrorObject, body: Json): Problem {
  const { instancePath, keyword } = error
  const location = locationInWords(instancePath)
  const parameters = error.params as Readonly<Record<string, unknown>>
  const value = at(body, instancePath) ?? null
  const shown = clip(jsonText(value), charactersMax)
  const stated = error.parentSchema?.['x-expected']
  const words = isObject(stated) ? stated[keyword] : undefined
  if (typeof words === 'string')
    return {
      says: `Not true: ${location} ${words}.`,
      expected: `${location} ${words}`,
      received: isObject(value) ? `an object with ${memberNames(value)}` : shown,
    }
  switch (keyword) {
    case 'required': {
      const member = String(parameters.missingProperty)
      return {
        says: `${capitalised(locationInWords(`${instancePath}/${tokenOf(member)}`))} is missing.`,
        expected: `${location} has the member ${member}`,
        received: `an object with ${memberNames(value)}`,
      }
    }
    case 'additionalProperties': {
      const member = String(parameters.additionalProperty)
      return {
        says: `${capitalised(location)} has an unspecified member: ${member}.`,
        expected: `${location} has no other members`,
        received: `${location} has the member ${member}`,
      }
    }
    case 'type': {
      const type = [parameters.type].flat().map(named).join(' or ')
      return {
        says: `${capitalised(location)} is ${named(typeOf(value))}, not ${type}.`,
        expected: `${location} is ${type}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'enum': {
      const allowed = (parameters.allowedValues as Json[]).join(', ')
      return {
        says: `${capitalised(location)} is ${shown}, not one of ${allowed}.`,
        expected: `${location} is one of ${allowed}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'const': {
      const only = JSON.stringify(parameters.allowedValue)
      return {
        says: `${capitalised(location)} is ${shown}, not ${only}.`,
        expected: `${location} is ${only}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'minLength':
    case 'maxLength': {
      // For a wrong member name, Ajv reports the path of the object.
      const { propertyName } = error
      if (propertyName === undefined)
        return counted(location, 'character', [...String(value)].length, error, shown)
      const quoted = jsonText(propertyName)
      return counted(`the name ${propertyName}`, 'character', [...propertyName].length, error, quoted)
    }
    case 'minItems':
    case 'maxItems':
      return counted(location, 'item', Array.isArray(value) ? value.length : 0, error, shown)
    case 'format': {
      const form = named(parameters.format)
      return {
        says: `${capitalised(location)} is ${shown}, which is not ${form}.`,
        expected: `${location} is ${form}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'pattern':
      return {
        says: `${capitalised(location)} is ${shown}, which does not match its pattern.`,
        expected: `${location} matches ${clip(String(parameters.pattern), charactersMax)}`,
        received: labelled(instancePath, shown),
      }
    default:
      return {
        says: `${capitalised(location)} ${error.message ?? keyword}.`,
        expected: `${location} ${error.message ?? keyword}`,
        received: labelled(instancePath, shown),
      }
  }
}

export function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const of = params as Readonly<Record<string, unknown>>
  const member = of.missingProperty ?? of.additionalProperty ?? of.propertyName ?? propertyName
  const own = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return typeof member === 'string' ? `${own}/${tokenOf(member)}` : own
}

function labelled(pointer: string, shown: string): string {
  return pointer === '' ? shown : `${locationInWords(pointer)} ${shown}`
}

function counted(
  location: string,
  unit: string,
  count: number,
  { keyword, params }: ErrorObject,
  shown: string,
): Problem {
  const limit = Number((params as { readonly limit: number }).limit)
  const bound = keyword.startsWith('min') ? 'at least' : 'at most'
  const many = (number: number): string => `${number} ${unit}${number === 1 ? '' : 's'}`
  return {
    says: `${capitalised(location)} has ${many(count)} instead of ${bound} ${limit}.`,
    expected: `${location} has ${bound} ${many(limit)}`,
    received: `${many(count)}: ${shown}`,
  }
}

/** Returns a path, for example `owner.address` or `items[0].id`. */
function locationInWords(pointer: string): string {
  const tokens = pointer.split('/').slice(1).map(nameOf)
  const path = tokens.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`)).join('')
  return path === '' ? 'the body' : path.replace(/^\./, '')
}

// Changes only these words, because a member name must keep its case.
function capitalised(location: string): string {
  return location.replace(/^the (body|name)/, 'The $1')
}

function named(type: unknown): string {
  if (type === 'null') return 'null'
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`
}

function memberNames(value: Json): string {
  const names = isObject(value) ? Object.keys(value).join(', ') || 'no members' : jsonText(value)
  return clip(names, 1_000)
}
