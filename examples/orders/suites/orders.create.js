// Checks the total of a new order, which neither a schema nor a built-in rule can check.
import { suite } from 'tenant-conformance/suite'
import { totalOf } from './shared/total.js'

export default suite('orders.create', {
  'total-of-items': async (check) => {
    const { first } = await check.resource('orders').make()
    check.must.equal(first.body.total, totalOf(first.body.items), 'the total of a new order', {
      exchange: first.exchange,
      pointers: ['/total'],
    })
  },
})
