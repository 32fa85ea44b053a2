// Kinds of JSON values, as a set of bits.
import { isObject, type Json } from '../../base/json.ts'

export const kinds = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  string: 16,
  array: 32,
  object: 64,
} as const

export type KindName = keyof typeof kinds

export const numberKinds: number = kinds.integer | kinds.fraction
export const everyKind = 127

/** The number 1.0 is an integer (JSON Schema Validation, section 6.1.1). */
export function kindOf(value: Json): number {
  if (value === null) return kinds.null
  if (typeof value === 'boolean') return kinds.boolean
  if (typeof value === 'number') return Number.isInteger(value) ? kinds.integer : kinds.fraction
  if (typeof value === 'string') return kinds.string
  return isObject(value) ? kinds.object : kinds.array
}

export function kindsOf(type: unknown): number {
  if (Array.isArray(type)) return type.reduce((bits: number, each) => bits | kindsOf(each), 0)
  if (type === 'number') return numberKinds
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type as KindName] : 0
}
