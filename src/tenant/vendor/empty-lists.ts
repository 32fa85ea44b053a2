// Empty lists that the tools of the public vendor read.
import type { JsonObject } from '../../base/json.ts'
import type { Route } from '../route.ts'
import { pageOf } from './pagination.ts'

/** For each path: the resource in the scope `read:…`, and the member with the list (null: a bare list). */
const lists: Readonly<Record<string, readonly [resource: string, key: string | null]>> = {
  '/actions/actions': ['actions', 'actions'],
  '/actions/modules': ['actions', 'modules'],
  '/actions/triggers': ['actions', 'triggers'],
  '/branding/phone/providers': ['phone_providers', 'providers'],
  '/branding/phone/templates': ['phone_templates', 'templates'],
  '/client-grants': ['client_grants', 'client_grants'],
  '/clients': ['clients', 'clients'],
  '/connection-profiles': ['connection_profiles', 'connection_profiles'],
  '/connections': ['connections', 'connections'],
  '/connections-directory-provisionings': ['directory_provisionings', 'directory_provisionings'],
  '/connections-scim-configurations': ['scim_config', 'scim_configurations'],
  '/custom-domains': ['custom_domains', null],
  '/flows': ['flows', 'flows'],
  '/flows/vault/connections': ['flows_vault_connections', 'connections'],
  '/forms': ['forms', 'forms'],
  '/guardian/factors': ['guardian_factors', null],
  '/hooks': ['hooks', 'hooks'],
  '/log-streams': ['log_streams', null],
  '/network-acls': ['network_acls', 'network_acls'],
  '/organizations': ['organizations', 'organizations'],
  '/prompts/rendering': ['prompts', 'configs'],
  '/resource-servers': ['resource_servers', 'resource_servers'],
  '/roles': ['roles', 'roles'],
  '/rules': ['rules', 'rules'],
  '/rules-configs': ['rules_configs', null],
  '/self-service-profiles': ['self_service_profiles', 'self_service_profiles'],
  '/token-exchange-profiles': ['token_exchange_profiles', 'token_exchange_profiles'],
  '/user-attribute-profiles': ['user_attribute_profiles', 'user_attribute_profiles'],
}

// The response contains this client, because the vendor's tools fail without it.
const globalClient: JsonObject = { client_id: 'client-global', name: 'All Applications', global: true }

export const vendorRoutes: readonly Route[] = Object.entries(lists).map(([path, [resource, key]]) => ({
  operation: `${path.slice(1).replaceAll('/', '-')}.list`,
  prefix: '',
  method: 'GET',
  path,
  scope: `read:${resource}`,
  prepare:
    ({ query }) =>
    () => {
      const isAsked = path === '/clients' && new URLSearchParams(query ?? '').get('is_global') === 'true'
      const items = isAsked ? [{ id: 'client-global', shown: globalClient }] : []
      return { status: 200, body: key === null ? [] : pageOf(items, key, query) }
    },
}))
