// The state of one tenant: everything that a request can change.
import type { Deliveries } from './deliveries.ts'
import type { EventStream } from './event-stream.ts'
import type { Ids } from './ids.ts'

export interface PhoneTemplates {
  readonly enrollment_message: string
  readonly verification_message: string
}

/** The defaults of part 2.2. */
export const defaultTemplates: PhoneTemplates = {
  enrollment_message:
    '{{code}} is your verification code for {{tenant.friendly_name}}. Please enter this code to verify your enrollment.',
  verification_message: '{{code}} is your verification code for {{tenant.friendly_name}}',
}

export interface RateLimitPolicy {
  readonly id: string
  /** Whatever was sent: the fields of a policy are not shown (part 2.1). */
  readonly body: Readonly<Record<string, unknown>>
}

export interface State {
  readonly policies: Map<string, RateLimitPolicy>
  readonly streams: Map<string, EventStream>
  templates: PhoneTemplates
  readonly ids: Ids
  readonly deliveries: Deliveries
}
