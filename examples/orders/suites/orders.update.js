// Checks when the items of an order are fixed, and that the total follows from the items.
import { suite } from 'tenant-conformance/suite'
import { totalOf } from './shared/total.js'

const items = [
  { sku: 'tea', quantity: 3, unitPrice: 250 },
  { sku: 'cup', quantity: 1, unitPrice: 999 },
]

export default suite('orders.update', {
  'items-fixed-once-placed': async (check) => {
    const order = await check.resource('orders').make()
    // A draft accepts a change of its items. A later rejection is therefore due to the status "placed".
    const control = await order.update({ items })
    check.must.assumeAccepted(control.exchange)
    const placed = await order.update({ status: 'placed' })
    check.must.assumeAccepted(placed.exchange)

    const attempt = await order.update({ items: items.slice(0, 1) }, { intent: 'probe' })
    check.must.haveStatus(attempt.exchange, [409], { control: control.exchange })

    const after = await order.read()
    check.must.equal(after.body.items, items, 'the items after a refused change', {
      exchange: after.exchange,
      pointers: ['/items'],
      steps: [placed.exchange, attempt.exchange],
    })
  },

  'total-follows-items': async (check) => {
    const order = await check.resource('orders').make()
    const changed = await order.update({ items })
    check.must.assumeAccepted(changed.exchange)
    for (const seen of [changed, await order.read()])
      check.must.equal(seen.body.total, totalOf(items), 'the total after the items changed', {
        exchange: seen.exchange,
        pointers: ['/total'],
        steps: [changed.exchange],
      })
  },
})
