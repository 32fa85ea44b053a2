// Checks that the tenant refuses ids of a forbidden length and unknown ids.

import { describeResponse, isClientError, statusOf } from '../../base/exchange.ts'
import { operationOf } from '../../contract/index.ts'
import { isUnavailable, NotApplicable } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import { scene } from './other-ids.ts'
import type { UpdateRule } from './updates/index.ts'

export const idLength: UpdateRule = using([scene], async (context) => {
  const { must, contract, clause } = context
  const { maxLength } = operationOf(contract, clause.operation).idParameter?.schema ?? {}
  if (typeof maxLength !== 'number') throw new NotApplicable('the schema of the id sets no maximum length')
  const { lengths, texts } = await scene(context)
  for (const { exchange } of lengths) must.refuse(exchange, { control: texts.before.exchange, of: 'path' })
})

export const unknown = (openPoint: string): UpdateRule =>
  using([scene], async (context, all) => {
    const { must, knowledge } = context
    const { unknown: exchange, texts, areSparse } = await scene(context)
    const control = texts.before.exchange
    const status = statusOf(exchange)
    // If ids are dense, the unknown id has another form, which the tenant may refuse with another status.
    if (areSparse) knowledge.observe(openPoint, status)
    must.assume(!isUnavailable(exchange), `the tenant returned ${status}`)
    must.that(
      status < 300 || isClientError(exchange),
      `An unknown ${all.resource.title} was not refused with a 4xx status.`,
      {
        expected: 'a 4xx status',
        received: describeResponse(exchange),
        exchange,
        control,
      },
    )
    must.refuse(exchange, { control, of: 'path' })
  })
