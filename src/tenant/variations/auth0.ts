// A variation with the publicly known behaviour of the API's vendor.
import type { Variation } from './variation.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export const variation: Partial<Variation> = {
  undocumented: 'vendor',
  scopes: {
    'rate-limit-policies.delete': 'delete:rate_limit_policies',
    'phone-templates.update': 'update:guardian_factors',
    'custom-signing-keys.get': 'read:custom_signing_keys',
    'event-streams.create': 'create:event_streams',
    'event-streams.update': 'update:event_streams',
    'rate-limit-policies.create': 'create:rate_limit_policies',
    'rate-limit-policies.list': 'read:rate_limit_policies',
    'phone-templates.get': 'read:guardian_factors',
    'event-streams.delete': 'delete:event_streams',
    'event-streams.get': 'read:event_streams',
    'event-streams.list': 'read:event_streams',
    'event-streams.trigger': 'update:event_streams',
    'events.create': 'update:event_streams',
  },
  streamIds: { prefix: 'est_', alphabet: base58 },
  policyIds: { prefix: 'rlp_', alphabet: base58, length: 25 },
  overLongPolicyIdStatus: 400,
  unknownMembers: 'refused',
  emptySubscriptions: 'stored',
  malformedTokenStatus: 400,
  nonGlobalClients: 'served',
  // The vendor accepts only https. Local receivers have no trusted certificate, so they may use http here.
  webhookAddresses: 'https-or-loopback',
  requiredMembers: 'destination-only',
  credentialRequired: true,
  absentCredential: 'kept',
  destinations: 'all',
  eventTypes: [
    ...['created', 'updated', 'deleted'].map((verb) => `connection.${verb}`),
    ...['created', 'updated', 'deleted'].map((verb) => `group.${verb}`),
    ...['added', 'deleted'].map((verb) => `group.member.${verb}`),
    ...['assigned', 'deleted'].map((verb) => `group.role.${verb}`),
    ...['created', 'updated', 'deleted'].map((verb) => `organization.${verb}`),
    ...['added', 'removed', 'updated'].map((verb) => `organization.connection.${verb}`),
    ...['assigned', 'deleted'].map((verb) => `organization.group.role.${verb}`),
    ...['added', 'deleted'].map((verb) => `organization.member.${verb}`),
    ...['assigned', 'deleted'].map((verb) => `organization.member.role.${verb}`),
    ...['created', 'updated', 'deleted'].map((verb) => `user.${verb}`),
  ],
  delivery: {
    waitsMs: [1_000, 2_000, 4_000],
    delayMs: 0,
    timeoutMs: 10_000,
    copies: 1,
    order: 'oldest-first',
    batch: 'none',
    authorization: 'at-once',
    reach: 'all',
    vendorMembers: true,
  },
}
