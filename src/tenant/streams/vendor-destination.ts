// Destinations and authorizations of the public vendor's API, which part 2.4 does not show.
import type { Json, JsonObject } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'
import { requireObject, requireString } from '../values/validation.ts'
import type { Authorization, Destination } from './event-stream.ts'

const accountId = /^\d{12}$/

/** Throws Invalid for a wrong destination. The tenant sends no deliveries to these destinations. */
export function readVendorDestination(type: string, sent: Json | undefined): Destination {
  const configured = requireObject(sent, 'on property destination.configuration')
  const text = (member: string): string =>
    requireString(configured[member], `destination.configuration.${member}`)
  if (type === 'action') return { type, configuration: { action_id: text('action_id') }, authorization: null }
  if (type !== 'eventbridge')
    throw new Invalid('No enum match (webhook, eventbridge, action) on property destination.type')
  const account = text('aws_account_id')
  if (!accountId.test(account))
    throw new Invalid('String does not match pattern on property destination.configuration.aws_account_id')
  const configuration = {
    aws_account_id: account,
    aws_region: text('aws_region'),
    aws_partner_event_source: `aws.partner/tenant.example/${account}`,
  }
  return { type, configuration, authorization: null }
}

/** Throws Invalid for a wrong authorization. */
export function readVendorAuthorization(method: string, sent: JsonObject, property: string): Authorization {
  if (method === 'bearer') {
    const token = requireString(sent.token, `${property}.token`)
    return { shown: { method }, header: ['authorization', `Bearer ${token}`], secret: token }
  }
  if (method !== 'custom_header')
    throw new Invalid(`No enum match (basic, bearer, custom_header) on property ${property}.method`)
  const key = requireString(sent.header_key, `${property}.header_key`)
  const value = requireString(sent.header_value, `${property}.header_value`)
  return { shown: { method, header_key: key }, header: [key.toLowerCase(), value], secret: value }
}
