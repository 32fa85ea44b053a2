// Checks that the tenant refuses and does not store duplicates of unique values.
import { nowMs } from '../../base/clock.ts'
import { at, equal, withMember } from '../../base/json.ts'
import { counted } from '../../base/text/counted.ts'
import { idOfItem, normalForm, uniqueIn } from '../../contract/index.ts'
import { keyOf } from '../requests/operation-request.ts'
import type { Check } from '../suite.ts'
import { mustRefuse, mustShow, textOf } from './fixtures/assertions.ts'
import { permitChange, subjectOf } from './fixtures/preconditions.ts'
import { listed } from './lists/list-pages.ts'

export const uniqueRefused: Check = async (context) => {
  const { operation, resource } = subjectOf(context)
  const { subjects } = context
  for (const pointer of uniqueIn(operation, resource)) {
    const first = await subjects.make(resource)
    const value = at(first.set, pointer) ?? at(first.first.body, pointer)
    if (value === undefined) continue
    const name = pointer.slice(1)
    if (operation.act === 'create') {
      const body = withMember(subjects.bodies.of(operation, resource), pointer, value)
      const second = await subjects.create(resource, body, first.parent, { intent: 'invalid' })
      mustRefuse(context, operation, second.exchange, first.first.exchange, 'conflict')
      if (resource.life.list === undefined) continue
      const { items } = await listed(context, resource, first.parent)
      const shown = normalForm(value, pointer, resource.normalises, nowMs())
      const same = items.filter((item) => [value, shown].some((one) => equal(at(item, pointer), one)))
      context.must.that(
        same.length <= 1,
        `A creation with an existing ${name} was refused, but created a resource.`,
        {
          expected: `one resource with the ${name} ${textOf(value)}`,
          received: `${counted(same.length, 'resource')} with the ${name} ${textOf(value)}`,
          exchange: second.exchange,
        },
      )
      for (const item of same) {
        const id = idOfItem(item, resource)
        if (id !== undefined && id !== first.id)
          subjects.adopt(resource, keyOf(first.parent, id, first.key === first.id ? 0 : 1))
      }
    } else {
      permitChange(context, operation)
      const second = await subjects.make(resource, undefined, first.parent)
      const before = await second.read()
      const body = operation.act === 'update' ? {} : subjects.bodies.of(operation, resource)
      const attempt = await second.sendTo(operation, withMember(body, pointer, value), { intent: 'invalid' })
      mustRefuse(context, operation, attempt.exchange, second.first.exchange, 'conflict')
      mustShow(context, resource, before.body, await second.read(), 'A refused request changed something:', {
        steps: [attempt.exchange],
      })
      const own = await second.sendTo(
        operation,
        withMember(
          operation.act === 'update' ? {} : subjects.bodies.of(operation, resource),
          pointer,
          at(second.set, pointer) ?? null,
        ),
      )
      context.must.serve(own.exchange, { control: second.first.exchange })
    }
  }
}
