// The observed profile: what a run saw of what the specification leaves open, declared.
import type { OpenPointAnswer } from '../base/event.ts'
import { isObject, type Json } from '../base/json.ts'
import type { Contract } from '../contract/index.ts'
import type { OperationProfile, Profile } from './profile.ts'

const operations = [
  'rate-limit-policies.delete',
  'phone-templates.update',
  'custom-signing-keys.get',
  'event-streams.create',
  'event-streams.update',
]

/**
 * `profile` with every answer that a run observed. What was seen stands before what was declared; what was not seen
 * stays as declared.
 */
export function observedProfile(
  profile: Profile,
  answers: readonly OpenPointAnswer[],
  { openPoints }: Pick<Contract, 'openPoints'>,
): Profile {
  const seen = (id: string): Json[] =>
    answers.find((answer) => answer.id === id)?.observed?.map(({ value }) => value) ?? []
  const [field] = seen('forwarding-state-field')
  const [state] = seen('initial-state')
  const types = seen('event-types').filter((type) => typeof type === 'string')
  const [payload] = seen('event-payload').filter(isObject)
  const scopes = seen('trigger-scope')
  const [scope] = scopes.length === 1 ? scopes : []
  // Some errors without a JSON body: no one shape holds for all.
  const errorBodies = seen('error-body')
  const [errorBody] = errorBodies.length === 1 ? errorBodies.filter(isObject) : []
  // What has no key of its own is written as it was seen: one value, or all of them.
  const others = Object.fromEntries(
    openPoints
      .filter(({ declaredAt }) => declaredAt === undefined)
      .map(({ id }): [string, Json[]] => [id, seen(id)])
      .filter(([, values]) => values.length > 0)
      .map(([id, values]): [string, Json] => [id, values.length === 1 ? (values[0] ?? null) : values]),
  )
  // Where the schema lies depends on the place of the file.
  const { $schema: _, ...declared } = profile as Profile & { readonly $schema?: string }
  return {
    ...declared,
    name: profile.name === 'none' ? 'observed' : profile.name,
    eventStream: {
      ...profile.eventStream,
      ...(typeof field === 'string' ? { forwardingStateField: field } : {}),
      ...(state === 'enabled' || state === 'disabled' ? { initialState: state } : {}),
      ...(types.length > 0 ? { eventTypes: types } : {}),
    },
    operations: Object.fromEntries(
      operations.map((name): [string, OperationProfile] => {
        const success = statuses(seen(`success-${name}`))
        const invalidRequest = statuses(seen(`invalid-request-${name}`))
        return [
          name,
          {
            ...profile.operations?.[name],
            ...(success.length > 0 ? { success } : {}),
            ...(invalidRequest.length > 0 ? { invalidRequest } : {}),
          },
        ]
      }),
    ),
    ...(errorBody === undefined ? {} : { errorBody }),
    ...(profile.delivery === undefined && payload === undefined && scope === undefined
      ? {}
      : {
          delivery: {
            ...profile.delivery,
            ...(payload === undefined ? {} : { payload }),
            ...(scope === 'stream' || scope === 'tenant'
              ? { trigger: { ...profile.delivery?.trigger, scope } }
              : {}),
          },
        }),
    openPoints: { ...profile.openPoints, ...others },
  }
}

function statuses(values: readonly Json[]): number[] {
  return values.filter((value) => typeof value === 'number').sort((a, b) => a - b)
}
