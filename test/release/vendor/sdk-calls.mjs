// Calls all operations with the SDK of the vendor, in the way in which users call them. The script runs in
// a separate process, because Node.js reads the list of trusted certificates only when a process starts.
// `node sdk-calls.mjs SDK DOMAIN` prints the result of each call as JSON. The ids and secrets of the
// clients are in environment variables.
import { strict as assert } from 'node:assert'
import { createRequire } from 'node:module'

const [sdk, domain] = process.argv.slice(2)
const { ManagementClient } = createRequire(import.meta.url)(sdk)
const clientOf = (prefix) =>
  new ManagementClient({
    domain,
    clientId: process.env[`${prefix}_CLIENT_ID`],
    clientSecret: process.env[`${prefix}_CLIENT_SECRET`],
    maxRetries: 0,
  })
const [client, limited] = [clientOf('TENANT'), clientOf('TENANT_LIMITED')]
const { eventStreams, rateLimitPolicies, keys, guardian } = client
const { phone, sms } = guardian.factors

const calls = []
/** Makes a call and checks its result. */
const call = async (name, make, look = () => undefined) => {
  try {
    const answer = await make()
    await look(answer)
    calls.push({ name, ok: true })
    return answer
  } catch (error) {
    calls.push({ name, ok: false, error: String(error) })
    return {}
  }
}
/** Makes a call that the tenant must refuse with this status and this error of the SDK. */
const refused = (name, make, statusCode, error) =>
  call(name, () =>
    make().then(
      () => assert.fail('it was accepted'),
      (thrown) => assert.deepEqual([thrown.statusCode, thrown.name], [statusCode, error]),
    ),
  )

const subscriptions = [{ event_type: 'user.created' }]
const webhook = (webhook_authorization) => ({
  type: 'webhook',
  configuration: { webhook_endpoint: 'https://receiver.tenant.example/', webhook_authorization },
})
const basic = webhook({ method: 'basic', username: 'somebody', password: 'throw-away-1' })
const stream = (name, destination) => ({ name, subscriptions, destination })
const create = (name, destination, look) =>
  call(`eventStreams.create ${name}`, () => eventStreams.create(stream(name, destination)), look)

await call(
  'eventStreams.list',
  () => eventStreams.list(),
  ({ data }) => assert.deepEqual(data, []),
)
const made = await create('basic', basic, ({ id, status, destination }) => {
  assert.match(id, /^est_\w{22}$/)
  assert.equal(status, 'enabled')
  assert.deepEqual(destination.configuration.webhook_authorization, { method: 'basic', username: 'somebody' })
})
await create('bearer', webhook({ method: 'bearer', token: 'throw-away-2' }))
await create(
  'custom header',
  webhook({ method: 'custom_header', header_key: 'x-key', header_value: 'throw-away-3' }),
)
await create(
  'eventbridge',
  { type: 'eventbridge', configuration: { aws_account_id: '123456789012', aws_region: 'eu-west-1' } },
  ({ destination }) => assert.match(destination.configuration.aws_partner_event_source, /^aws\.partner\//),
)
await create('action', { type: 'action', configuration: { action_id: 'an-action' } })
await refused(
  'eventStreams.create of no name',
  () => eventStreams.create({ ...stream('', basic) }),
  400,
  'BadRequestError',
)
await call(
  'eventStreams.get',
  () => eventStreams.get(made.id),
  (read) => assert.deepEqual(read, made),
)
const update = (name, body, look) =>
  call(`eventStreams.update ${name}`, () => eventStreams.update(made.id, body), look)
await update('name', { name: 'renamed' }, ({ name }) => assert.equal(name, 'renamed'))
await update('disabled', { status: 'disabled' }, ({ status }) => assert.equal(status, 'disabled'))
await update('enabled', { status: 'enabled' }, ({ status }) => assert.equal(status, 'enabled'))
await update('subscriptions', { subscriptions: [{ event_type: 'user.deleted' }] }, (now) =>
  assert.deepEqual(now.subscriptions, [{ event_type: 'user.deleted' }]),
)
await update('destination', { destination: webhook({ method: 'bearer', token: 'throw-away-4' }) })
await update('nothing', {}, ({ id }) => assert.equal(id, made.id))
await refused(
  'eventStreams.update of none',
  () => eventStreams.update('est_1111111111111111111111', { name: 'a' }),
  404,
  // The vendor's document shows no status 404 for this operation.
  'ManagementError',
)
const { id: event } = await call(
  'eventStreams.test',
  () => eventStreams.test(made.id, { event_type: 'user.deleted' }),
  ({ id, status }) => assert.match(`${id} ${status}`, /^evt_\w+ pending$/),
)
await call(
  'eventStreams.deliveries.list',
  () => eventStreams.deliveries.list(made.id),
  ({ data }) =>
    assert.deepEqual(
      data.map(({ id }) => id),
      [event],
    ),
)
await call(
  'eventStreams.deliveries.getHistory',
  () => eventStreams.deliveries.getHistory(made.id, event),
  ({ id }) => assert.equal(id, event),
)
await call('eventStreams.redeliveries.create', () => eventStreams.redeliveries.create(made.id, {}))
await call('eventStreams.redeliveries.createById', () => eventStreams.redeliveries.createById(made.id, event))
await call(
  'eventStreams.list by pages',
  async () => {
    const names = []
    for await (const { name } of await eventStreams.list({ take: 2 })) names.push(name)
    return names
  },
  (names) => assert.deepEqual(names, ['renamed', 'bearer', 'custom header', 'eventbridge', 'action']),
)
for (const time of ['first', 'second'])
  await call(`eventStreams.delete ${time}`, () => eventStreams.delete(made.id))
await refused('eventStreams.get of what is gone', () => eventStreams.get(made.id), 404, 'NotFoundError')

const policy = {
  resource: 'oauth_authentication_api',
  consumer: 'client',
  consumer_selector: 'default',
  configuration: { action: 'block', limit: 100 },
}
const { id: policyId } = await call('rateLimitPolicies.create', () => rateLimitPolicies.create(policy))
await refused('rateLimitPolicies.create again', () => rateLimitPolicies.create(policy), 409, 'ConflictError')
await call(
  'rateLimitPolicies.list',
  () => rateLimitPolicies.list({ take: 10 }),
  ({ data }) =>
    assert.deepEqual(
      data.map(({ id }) => id),
      [policyId],
    ),
)
await call(
  'rateLimitPolicies.get',
  () => rateLimitPolicies.get(policyId),
  (read) => assert.deepEqual(read.configuration, policy.configuration),
)
const configuration = { action: 'log', limit: 7 }
await call(
  'rateLimitPolicies.update',
  () => rateLimitPolicies.update(policyId, { configuration }),
  (now) => assert.deepEqual(now.configuration, configuration),
)
await call('rateLimitPolicies.delete', () => rateLimitPolicies.delete(policyId))
await refused(
  'rateLimitPolicies.get of what is gone',
  () => rateLimitPolicies.get(policyId),
  404,
  'NotFoundError',
)
await refused(
  'rateLimitPolicies.delete again',
  () => rateLimitPolicies.delete(policyId),
  404,
  'NotFoundError',
)

const messages = { enrollment_message: '{{code}} one', verification_message: '{{code}} two' }
await call(
  'phone.getTemplates',
  () => phone.getTemplates(),
  ({ enrollment_message }) => assert.match(enrollment_message, /^\{\{code\}\} is your/),
)
await call(
  'phone.setTemplates',
  () => phone.setTemplates(messages),
  (now) => assert.deepEqual(now, messages),
)
await call(
  'sms.getTemplates',
  () => sms.getTemplates(),
  (read) => assert.deepEqual(read, messages),
)
await call('sms.setTemplates', () => sms.setTemplates(messages))
const { keys: published } = await call('customSigning.get', () => keys.customSigning.get())
await call(
  'customSigning.set',
  () => keys.customSigning.set({ keys: published }),
  (now) => assert.deepEqual(now.keys, published),
)
await call('customSigning.delete', () => keys.customSigning.delete())
await refused('customSigning.get of none', () => keys.customSigning.get(), 404, 'NotFoundError')
await refused(
  'customSigning.get without the scope',
  () => limited.keys.customSigning.get(),
  403,
  'ForbiddenError',
)
process.stdout.write(JSON.stringify(calls))
