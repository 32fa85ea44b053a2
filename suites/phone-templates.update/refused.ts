// Checks that rejected updates change nothing (parts 2.2 and 4.2).
import {
  type Checks,
  comparedOf,
  type Exchange,
  equal,
  isAccepted,
  type Json,
  type JsonObject,
  refusesBodies,
  using,
} from '../../src/suite.ts'
import { type StoredMessages, templatesOf } from '../resources/phone-templates/updates.ts'
import { pointers } from '../resources/phone-templates.ts'

export const refusedUpdates: Checks = {
  // MUST 2.2: If a request lacks enrollment_message or verification_message, the tenant rejects the request.
  'required-members': using([refusesBodies], (check) => refusesBodies(check, [{}])),

  // MUST 4.2: If the tenant rejects an update, neither enrollment_message nor verification_message changes.
  'refused-changes-nothing': async (check) => {
    const { must } = check
    const templates = templatesOf(check)
    const setAndRead = async () => {
      const set = await templates.set()
      const { messages } = await templates.read()
      must.assume(
        equal(messages, set.sent),
        'a read does not return the messages that were set: see the clause stored',
      )
      return set
    }
    const sendRefused = async (bodies: readonly JsonObject[]) => {
      let { sent, control } = await setAndRead()
      const steps: Exchange[] = []
      for (const body of bodies) {
        const attempt = await templates.update(body, { intent: 'invalid' })
        if (isAccepted(attempt)) ({ sent, control } = await setAndRead())
        else steps.push(attempt)
      }
      return steps.length === 0 ? null : { sent, control, steps, left: await templates.read() }
    }
    const isUnchanged = ({ sent, left }: { readonly sent: Json; readonly left: StoredMessages }): boolean =>
      equal(left.messages, sent)
    const all = templates.invalid()
    const together = await sendRefused(all)
    if (together === null) return must.assume(false, 'the tenant accepted every invalid update')
    let seen = together
    if (!isUnchanged(together))
      for (const body of all) {
        const alone = await sendRefused([body])
        if (alone !== null && !isUnchanged(alone)) seen = alone
      }
    const { sent, control, steps, left } = seen
    must.that(
      isUnchanged(seen),
      'A refused update changed the phone templates.',
      {
        expected: JSON.stringify(sent),
        received: left.exchange.response?.body ?? '',
        exchange: left.exchange,
        control,
        steps,
      },
      comparedOf(left.exchange.operation, pointers),
    )
  },
}
