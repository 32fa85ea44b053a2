// Fixtures: a profile's requests, filled in.
import { isObject, type Json } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Fixture, FixtureName } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'
import type { Effect, Request } from './request.ts'

export interface Filling {
  readonly id?: string
  readonly eventType?: string
  readonly unique: string
}

/** The profile's fixture of that name; undefined where it has none. */
export function fixtureOf(
  { config }: { readonly config: Pick<RunConfig, 'profile'> },
  name: string,
): Fixture | undefined {
  return config.profile.fixtures?.[name as FixtureName]
}

/** The request that a fixture describes, with `{id}`, `{eventType}` and `{unique}` filled in. */
export function fixtureRequest(name: string, fixture: Fixture, filling: Filling, effect: Effect): Request {
  const body = fixture.body == null ? undefined : fill(fixture.body, filling)
  return {
    operation: `fixture:${name}`,
    method: fixture.method,
    path: fixture.path.replace(/\{(id|eventType|unique)\}/g, (whole, key: keyof Filling) =>
      filling[key] === undefined ? whole : uriEncoded(filling[key]),
    ),
    effect,
    intent: 'valid',
    ...(body === undefined ? {} : { body }),
  }
}

function fill(value: Json, filling: Filling): Json {
  if (typeof value === 'string')
    return value.replace(/\{(id|eventType|unique)\}/g, (whole, key: keyof Filling) => filling[key] ?? whole)
  if (Array.isArray(value)) return value.map((item) => fill(item, filling))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, filling)]))
}
