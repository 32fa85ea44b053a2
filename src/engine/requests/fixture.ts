// Builds requests from the fixtures of a profile.
import { isObject, type Json } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import { encodedPattern } from '../../contract/index.ts'
import type { Fixture } from '../../profile/index.ts'
import type { RunConfig } from '../config.ts'
import type { Effect, Request } from './request.ts'

export interface Filling {
  readonly [name: string]: string
  readonly unique: string
}

export function fixtureOf(
  { config }: { readonly config: Pick<RunConfig, 'profile'> },
  name: string,
): Fixture | undefined {
  return config.profile.fixtures?.[name]
}

export function fixtureRequest(name: string, fixture: Fixture, filling: Filling, effect: Effect): Request {
  const body = fixture.body == null ? undefined : fill(fixture.body, filling)
  return {
    operation: `fixture:${name}`,
    method: fixture.method,
    path: fillText(encodedPattern(fixture.path), filling, uriEncoded),
    effect,
    intent: 'valid',
    ...(body === undefined ? {} : { body }),
  }
}

function fill(value: Json, filling: Filling): Json {
  if (typeof value === 'string') return fillText(value, filling)
  if (Array.isArray(value)) return value.map((item) => fill(item, filling))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, filling)]))
}

function fillText(text: string, filling: Filling, written = (value: string): string => value): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(filling, name) ? filling[name] : undefined
    return value === undefined ? whole : written(value)
  })
}
