// Ids of a path that are refused: of another length than its schema says, and such as name nothing.
import { describeResponse, isClientError, statusOf } from '../../base/exchange.ts'
import { operationOf } from '../../contract/index.ts'
import { isUnavailable, NotApplicable } from '../../oracle/index.ts'
import type { UpdateLaw } from '../updates/index.ts'
import { scene } from './other-ids.ts'

/** What the schema of an id in a path says of its length: one of another length is refused. */
export const idLength: UpdateLaw = async (tester) => {
  const { must, contract, clause } = tester
  const { maxLength } = operationOf(contract, clause.operation).idParameter?.schema ?? {}
  if (typeof maxLength !== 'number') throw new NotApplicable('the schema of its id sets no length')
  const { lengths, texts } = await scene(tester)
  for (const { exchange } of lengths) must.refuse(exchange, { control: texts.before.exchange, of: 'path' })
}

/** A request for what is not there is refused. */
export const unknown =
  (openPoint: string): UpdateLaw =>
  async (tester, all) => {
    const { must, knowledge } = tester
    const { unknown: exchange, texts, areSparse } = await scene(tester)
    const control = texts.before.exchange
    const status = statusOf(exchange)
    // Of ids that lie close together only one of another form names nothing, which may be refused for its form.
    if (areSparse) knowledge.observe(openPoint, status)
    must.assume(!isUnavailable(exchange), `it was answered with ${status}`)
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
  }
