// Profiles: what an implementation declares (ICS) and the extra information for testing it (IXIT). Never a secret.
import type { Json, JsonObject } from '../base/json.ts'

/** A request template. `{id}`, `{eventType}` and `{unique}` in its strings are filled in. */
export interface Fixture {
  readonly method: string
  readonly path: string
  readonly body?: JsonObject | null
  /** JSON pointer of the resource's id in the answer, or in each item of a list; default: `/id`. */
  readonly id?: string
  /** JSON pointer of the array in the answer of a list; default: the whole answer. */
  readonly items?: string
}

export type FixtureName =
  | 'createRateLimitPolicy'
  | 'deleteEventStream'
  | 'listEventStreams'
  | 'listRateLimitPolicies'
  | 'readEventStream'
  | 'readPhoneTemplates'
  | 'triggerEvent'

export interface OperationProfile {
  readonly supported?: boolean
  /** Why the operation is not supported. */
  readonly reason?: string
  readonly success?: readonly number[]
  readonly scopes?: readonly string[]
  readonly invalidRequest?: readonly number[]
}

export interface Waiver {
  /** An id, or several by a `*` for any part of one. */
  readonly clause: string
  readonly reason: string
  /** The last day on which the waiver holds, YYYY-MM-DD (UTC). */
  readonly expires?: string
}

/** What `fixtures.triggerEvent` does, which no answer tells for certain. */
export interface TriggerProfile {
  /** Whom the event is for: the one stream that the trigger names, or every stream of the tenant that matches. */
  readonly scope?: 'stream' | 'tenant'
  /**
   * event: one like those that occur by themselves, forwarded as part 6 says. test: something that may be delivered
   * whatever a stream subscribes to and whatever its state is.
   */
  readonly raises?: 'event' | 'test'
}

export interface Profile {
  readonly name: string
  readonly description?: string
  readonly eventStream?: {
    readonly forwardingStateField?: string
    readonly initialState?: 'enabled' | 'disabled'
    readonly eventTypes?: readonly string[]
    readonly webhookCredentials?: Readonly<Record<string, string>>
    readonly webhookEndpoint?: string
    /** The unit in which the length of a name is counted. */
    readonly lengthUnit?: 'characters' | 'utf-16 units' | 'bytes'
  }
  readonly phoneTemplates?: {
    /** Whether the specification's default messages stand there, where no fixture reads them: those are put back. */
    readonly assumeDefaults?: boolean
  }
  readonly operations?: Readonly<Record<string, OperationProfile>>
  /** JSON Schema of every error body. */
  readonly errorBody?: Json
  readonly fixtures?: Readonly<Partial<Record<FixtureName, Fixture>>>
  /** Answers to open points that have no key of their own, by their ids: any JSON. */
  readonly openPoints?: Readonly<Record<string, Json>>
  readonly delivery?: { readonly payload?: Json; readonly trigger?: TriggerProfile }
  readonly waivers?: readonly Waiver[]
}

/** Whether a request of the fixture says which stream it is for. */
export function namesStream({ path, body }: Fixture): boolean {
  return JSON.stringify([path, body ?? null]).includes('{id}')
}

/** The profile of a tenant of which nothing is declared. */
export const blankProfile: Profile = { name: 'none' }
