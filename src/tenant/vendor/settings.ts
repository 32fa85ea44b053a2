// The settings of the public vendor's API: one document per path, which the tenant stores without effect.
import { isObject, type Json } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call, Route } from '../route.ts'

type Method = 'PATCH' | 'PUT'

/** For each path: the resource in its scopes, the methods that change the document, and its initial value. */
const documents: Readonly<
  Record<string, readonly [resource: string, changed: readonly Method[], first: Json]>
> = {
  '/attack-protection/bot-detection': ['attack_protection', ['PATCH'], {}],
  '/attack-protection/breached-password-detection': ['attack_protection', ['PATCH'], { enabled: false }],
  '/attack-protection/brute-force-protection': ['attack_protection', ['PATCH'], { enabled: true }],
  '/attack-protection/captcha': ['attack_protection', ['PATCH'], {}],
  '/attack-protection/suspicious-ip-throttling': ['attack_protection', ['PATCH'], { enabled: true }],
  '/branding': ['branding', ['PATCH'], {}],
  '/guardian/factors/phone/message-types': ['guardian_factors', ['PUT'], { message_types: ['sms'] }],
  '/guardian/factors/phone/providers/twilio': ['guardian_factors', ['PUT'], {}],
  '/guardian/factors/phone/selected-provider': ['guardian_factors', ['PUT'], { provider: 'auth0' }],
  '/guardian/factors/push-notification/providers/apns': ['guardian_factors', ['PUT', 'PATCH'], {}],
  '/guardian/factors/push-notification/providers/sns': ['guardian_factors', ['PUT', 'PATCH'], {}],
  '/guardian/factors/push-notification/selected-provider': [
    'guardian_factors',
    ['PUT'],
    { provider: 'guardian' },
  ],
  '/guardian/policies': ['mfa_policies', ['PUT'], []],
  '/guardian/factors/sms/providers/twilio': ['guardian_factors', ['PUT'], {}],
  '/guardian/factors/sms/selected-provider': ['guardian_factors', ['PUT'], { provider: 'auth0' }],
  '/prompts': ['prompts', ['PATCH'], { universal_login_experience: 'new', identifier_first: true }],
  '/prompts/{prompt}/custom-text/{language}': ['prompts', ['PUT'], {}],
  '/prompts/{prompt}/partials': ['prompts', ['PUT'], {}],
  '/risk-assessments/settings': ['attack_protection', ['PATCH'], { enabled: false }],
  '/risk-assessments/settings/new-device': ['attack_protection', ['PATCH'], { remember_for: 30 }],
  '/supplemental-signals': ['attack_protection', ['PATCH'], { akamai_enabled: false }],
  '/tenants/settings': ['tenant_settings', ['PATCH'], { friendly_name: 'Reference tenant' }],
}

export const vendorRoutes: readonly Route[] = Object.entries(documents).flatMap(
  ([path, [resource, changed, first]]) => {
    const name = path.slice(1).replaceAll(/[/{}]+/g, '-')
    const pathOf = ({ parameters }: Call): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => uriEncoded(parameters[parameter] ?? ''))
    const read: Route = {
      operation: `${name}.get`,
      prefix: '',
      method: 'GET',
      path,
      scope: `read:${resource}`,
      prepare: (call) => () => ({ status: 200, body: call.state.documents.get(pathOf(call)) ?? first }),
    }
    const change = (method: Method): Route => ({
      operation: `${name}.${method.toLowerCase()}`,
      prefix: '',
      method,
      path,
      scope: `update:${resource}`,
      prepare(call) {
        const { body = null, state } = call
        const expected = Array.isArray(first) ? 'array' : 'object'
        if (!(expected === 'array' ? Array.isArray(body) : isObject(body)))
          throw new Invalid(`Expected type ${expected} as payload`)
        return () => {
          const before = state.documents.get(pathOf(call)) ?? first
          const after =
            method === 'PATCH' && isObject(before) && isObject(body) ? { ...before, ...body } : body
          state.keepDocument(pathOf(call), after)
          return { status: 200, body: after }
        }
      },
    })
    return [read, ...changed.map(change)]
  },
)
