// Checks updates whose body is a form (part 4).
import { type Checks, equal, isAccepted, updates } from '../../src/suite.ts'
import { type TemplatesUpdate, templatesOf } from '../resources/phone-templates/updates.ts'
import { pointers } from '../resources/phone-templates.ts'

export const formBody: Checks = {
  // MUST 4: A form with the two messages has the same effect as a JSON body with the same messages.
  'form-body': async (check) => {
    const { must } = check
    const templates = templatesOf(check)
    const delicate = () => ({
      enrollment_message: `${check.requests.name()} {{code}} 1+1=2 & 100% a=b;c [x] #?\r\nand\ton`,
      verification_message: `${check.requests.name()} {{code}} é ü \u{1f642} %41`,
    })
    const isReturned = ({ sent, exchange }: TemplatesUpdate): boolean =>
      isAccepted(exchange) && equal(sent, templates.returned(exchange))
    // The control contains the same texts as JSON, because a tenant may reject the texts.
    const asJson = await templates.send(delicate(), false, { intent: 'probe' })
    const takesDelicate = isReturned(asJson)
    const { exchange: control } = takesDelicate ? asJson : await templates.send(templates.newMessages())
    must.assumeAccepted(control)
    const messages = takesDelicate ? delicate() : templates.newMessages()
    const { sent, exchange } = await templates.send(messages, false, { mediaType: updates.form })
    const body = must.accept(exchange, { control })
    templates.mustHoldMessages(body, sent, 'the messages sent as a form', { exchange, control })
    const read = await templates.read(sent)
    if (!equal(read.messages, sent)) {
      const json = await templates.set()
      const later = await templates.read(json.sent)
      must.assume(
        equal(later.messages, json.sent),
        'the tenant does not store an update in JSON either: see the clause stored',
      )
    }
    must.equal(read.messages, sent, 'what a read returns after a form', {
      ...{ exchange: read.exchange, control, pointers, steps: [exchange] },
    })
  },
}
