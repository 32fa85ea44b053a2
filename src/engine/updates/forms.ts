// Updates as forms: what a form sends becomes what JSON does.
import type { JsonObject } from '../../base/json.ts'
import { form, otherState, type UpdateLaw } from './update.ts'

// What careless decoding of forms changes. Which characters a name may have is not shown.
const tricky = '1+1=2, 100%'

/** An update that is sent as a form does what it does as JSON. */
export const formBody: UpdateLaw = async ({ requests, must }, all) => {
  const subject = await all.make()
  const [member = ''] = all.settable
  const names: readonly (() => JsonObject)[] = [
    () => ({ [member]: requests.name() }),
    () => ({ [member]: `${requests.name()} ${tricky}` }),
  ]
  const state = (): JsonObject => otherState(all, subject)
  for (const make of all.state === null ? names : [...names, state, state]) {
    const sent = make()
    const [sentMember = ''] = Object.keys(sent)
    const control = await subject.update(sent, { intent: 'probe' })
    if (!control.accepted && String(sent[member]).includes(tricky)) continue
    must.assume(
      control.accepted && must.showsAsSent(control, sent),
      `${sentMember} does not even follow as JSON`,
    )
    // Away from what the form will ask for.
    const elsewhere = sentMember === member ? { [member]: requests.name() } : state()
    const away = await subject.update(elsewhere, { intent: 'probe' })
    must.assume(away.accepted, `${sentMember} does not even follow as JSON`)
    const seen = await subject.update(sent, { mediaType: form })
    must.accept(seen.exchange, { control: control.exchange })
    must.beAsSent(seen, sent, { control: control.exchange })
  }
}
