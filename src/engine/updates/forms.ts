// Updates as forms: what a form sends becomes what JSON does.
import type { JsonObject } from '../../base/json.ts'
import { schemaAt } from '../../contract/index.ts'
import { textsToDecode } from '../requests/form.ts'
import type { Collection, Driver, Seen, Subject } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { form, otherState, type UpdateLaw } from './update.ts'

// Texts that look like values of other types.
const whole = ['12345', 'true', 'null', '  edges  ']

/** An update that is sent as a form does what it does as JSON. */
export const formBody: UpdateLaw = async (check, all) => {
  const { requests, must } = check
  const subject = await all.any()
  const [member = ''] = all.settable
  const longest = longestName(check, all)
  const names: readonly (() => JsonObject)[] = [
    () => ({ [member]: requests.name() }),
    ...textsToDecode.map((text) => () => ({ [member]: `${requests.name()} ${text}` })),
    ...whole.map((text) => () => ({ [member]: text })),
    () => ({ [member]: longest }),
  ]
  const state = (): JsonObject => otherState(all, subject)
  const both = (): JsonObject => ({ [member]: requests.name(), ...state() })
  const asJson: { readonly sent: JsonObject; readonly control: Seen }[] = []
  for (const make of all.state === null ? names : [...names, state, state, both]) {
    const sent = make()
    const [sentMember = ''] = Object.keys(sent)
    const control = await subject.update(sent, { intent: 'probe' })
    const text = String(sent[member])
    const follows = control.accepted && must.showsAsSent(control, sent)
    if ([...textsToDecode, ...whole, longest].some((one) => text.endsWith(one)) && !follows) continue
    must.assume(follows, `${sentMember} does not even follow as JSON`)
    asJson.push({ sent, control })
  }
  // Away from what the first form will ask for; each of the others asks for something else than the one before.
  const away: JsonObject = { [member]: requests.name(), ...state() }
  let last = await subject.update(away, { intent: 'probe' })
  must.assume(last.accepted, `${member} does not even follow as JSON`)
  let asked = away
  for (const { sent, control } of asJson) {
    const before = last
    const seen = await subject.update(sent, { mediaType: form })
    must.accept(seen.exchange, { control: control.exchange })
    must.beAsSent(seen, sent, { control: control.exchange })
    const others = all.settable.filter((one) => !(one in sent))
    must.beUnchanged(before, seen, others, { control: control.exchange, steps: [before.exchange] })
    asked = { ...asked, ...sent }
    last = seen
  }
  // At once: what is changed in between may be lost on its way, and is no form's doing.
  await mustBeStored(check, subject, asked, last)
  await mustLeaveBoth(check, all, subject)
}

/** A name as long as one may be, of characters that a form writes with six; a plain one where none is the longest. */
function longestName({ contract, requests }: Tester, { resource }: Collection<Driver>): string {
  const request = contract.operations.get(resource.life.update ?? '')?.request ?? {}
  const { maxLength } = schemaAt(request, resource.nameAt ?? '') ?? {}
  return typeof maxLength === 'number' ? 'é'.repeat(maxLength) : requests.name()
}

/** A form without members changes neither of two states. */
async function mustLeaveBoth(check: Tester, all: Collection<Driver>, subject: Subject): Promise<void> {
  const { must } = check
  for (let round = 0; round < (all.state === null ? 1 : 2); round += 1) {
    const before = await subject.update(otherState(all, subject), { intent: 'probe' })
    const after = await subject.update({}, { intent: 'probe', mediaType: form })
    // An empty body may be taken for none.
    if (!before.accepted || !after.accepted) continue
    must.beUnchanged(before, after, all.settable, { control: before.exchange })
  }
}

/** A later read shows what the forms have made of it. */
async function mustBeStored(
  { must, requests }: Tester,
  subject: Subject,
  asked: JsonObject,
  { exchange }: Seen,
): Promise<void> {
  const later = await subject.read()
  if (!must.showsAsSent(later, asked)) {
    const [member = ''] = Object.keys(asked)
    const plain = { [member]: requests.name() }
    await subject.update(plain, { intent: 'probe' })
    must.assume(must.showsAsSent(await subject.read(), plain), 'an update as JSON is not stored either')
  }
  must.beAsSent(later, asked, { steps: [exchange] })
}
