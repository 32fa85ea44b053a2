// Builds the profile of a variation.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Variation } from './variation.ts'

const operations = [
  'rate-limit-policies.delete',
  'phone-templates.update',
  'custom-signing-keys.get',
  'event-streams.create',
  'event-streams.update',
]

/** The profile of the default variation is equal to `profiles/reference.json`. */
export function declaredProfile(variation: Variation): JsonObject {
  return {
    $schema: '../schemas/profile.json',
    name: 'reference',
    description: 'The embedded reference tenant.',
    eventStream: {
      forwardingStateField: variation.stateField,
      initialState: variation.initialState,
      eventTypes: (
        variation.eventTypes ?? ['user.created', 'user.updated', 'organization.member.added']
      ).slice(0, 3),
      webhookCredentials: { [variation.credentialField]: 'throw-away-credential-of-no-value' },
      webhookEndpoint: 'https://receiver.tenant.example/events',
    },
    operations: Object.fromEntries(operations.map((name) => [name, declaredOperation(name, variation)])),
    fixtures,
    delivery: { trigger: { scope: variation.trigger.scope, raises: variation.trigger.raises } },
    waivers: [],
  }
}

function declaredOperation(name: string, variation: Variation): Json {
  const invalid: Readonly<Record<string, readonly number[]>> = {
    'rate-limit-policies.delete': [variation.overLongPolicyIdStatus],
    'phone-templates.update': [variation.invalidBodyStatus],
    'event-streams.create': [variation.invalidBodyStatus],
    'event-streams.update': [variation.invalidBodyStatus],
  }
  return {
    supported: true,
    success: [variation.success[name] ?? 204],
    scopes: [variation.scopes[name] ?? ''],
    ...(invalid[name] === undefined ? {} : { invalidRequest: invalid[name] }),
  }
}

const fixtures: JsonObject = {
  createRateLimitPolicy: {
    method: 'POST',
    path: '/rate-limit-policies',
    body: { name: '{unique}' },
    id: '/id',
  },
  deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' },
  readEventStream: { method: 'GET', path: '/event-streams/{id}' },
  readPhoneTemplates: { method: 'GET', path: '/guardian/factors/phone/templates' },
  triggerEvent: {
    method: 'POST',
    path: '/event-streams/{id}/test',
    body: { event_type: '{eventType}' },
  },
}
