// Merges the files of a contract folder into the data of a document. Values of the folder win.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'

/** Members that a file of the folder can remove with null. */
const removable: readonly string[] = [
  ...[
    'life',
    'id',
    'items',
    'total',
    'next',
    'paging',
    'filters',
    'sorting',
    'envelopes',
    'removedWith',
    'serverSet',
    'compare',
    'references',
    'normalises',
    'beforeDelete',
  ],
  ...['request', 'response', 'responses', 'aliases', 'accepted'],
]

/** Members that a file of the folder replaces completely. */
const whole: readonly string[] = [
  'request',
  'response',
  'schema',
  'items',
  'paging',
  'filters',
  'states',
  'beforeDelete',
  'security',
  'problem',
  '$defs',
]

export function overlaid(base: Json | undefined, own: Json, path: readonly string[] = []): Json {
  const name = path.at(-1) ?? ''
  if (name === 'parameters' && Array.isArray(base) && Array.isArray(own)) return parameters(base, own)
  if (!isObject(base) || !isObject(own) || whole.includes(name)) return own
  const members = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(own)) {
    if (value === null && [...path, key].some((one) => removable.includes(one))) members.delete(key)
    else members.set(key, overlaid(base[key], value, [...path, key]))
  }
  return Object.fromEntries(members)
}

function parameters(base: readonly Json[], own: readonly Json[]): readonly Json[] {
  const keyOf = (one: Json): string => (isObject(one) ? `${String(one.in)} ${String(one.name)}` : '')
  const known = new Map(base.map((one) => [keyOf(one), one]))
  for (const one of own) known.set(keyOf(one), overlaid(known.get(keyOf(one)), one))
  return [...known.values()]
}

/** Built-in rules by member. If a file of the folder contains the member, its rules get the level MUST. */
const rulesByWord: Readonly<Record<string, readonly string[]>> = {
  unique: ['unique-refused'],
  idsNeverReused: ['ids-unique'],
  afterDelete: ['gone-after-delete'],
  ended: ['ended-after-delete'],
  beforeDelete: ['early-delete-refused'],
  replaces: ['replaces'],
  patch: ['merges', 'replaces-objects'],
  serverSet: ['constant', 'moves'],
  serverSetSent: ['server-set'],
  states: ['transitions', 'transitions-refused', 'initial-state'],
  total: ['total'],
  paging: ['page-size', 'each-once', 'link-next'],
  filters: ['parameter-filters'],
  sorting: ['sorted'],
  location: ['location'],
  removedWith: ['gone-with-parent'],
  normalises: ['normalised'],
  constraints: ['constraint'],
  references: ['reference-exists'],
  upsert: ['upsert', 'upsert-unknown'],
}

export function statedRules(own: JsonObject): Readonly<Record<string, 'MUST'>> {
  const names = Object.keys(own).flatMap((word) => (own[word] === null ? [] : (rulesByWord[word] ?? [])))
  return Object.fromEntries(names.map((name) => [name, 'MUST' as const]))
}
