// A contract of alarms, with an adapter and a suite in JavaScript.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, contractIn, loadContract } from '../../src/contract/index.ts'
import type { Profile } from '../../src/index.ts'
import { type ContractFiles, contractFolder } from './shelf-contract.ts'

const sent = {
  label: { type: 'string', minLength: 1, maxLength: 60 },
  sounds: { type: 'array', minItems: 1, items: { enum: ['bell', 'horn'] } },
  target: { type: 'string', format: 'uri' },
}

const files: ContractFiles = {
  'schemas/contract.json': { name: 'alarms', title: 'Alarms', version: '1' },
  'schemas/profile.json': { properties: { fixtures: { properties: { ring: {} } } } },
  'schemas/open-points.json': {
    openPoints: [
      { id: 'how-late', question: 'How late does an alarm ring?', kind: 'delivery-delay' },
      { id: 'how-often', question: 'How often does it ring again?', kind: 'delivery-retries' },
    ],
  },
  'schemas/cross/ringing.json': {
    concern: 'ringing',
    clauses: [
      { id: 'any.rings', level: 'MUST', statement: 'Each alarm rings at its target.' },
      { id: 'any.rings-as-set', level: 'MUST', statement: 'An alarm rings with its own sounds alone.' },
    ],
  },
  'schemas/resources/alarms.json': {
    $id: 'alarms',
    title: 'alarm',
    life: { create: 'alarms.create', read: 'alarms.get', delete: 'alarms.delete' },
    $defs: {
      sent: { type: 'object', required: ['label', 'sounds', 'target'], properties: sent },
      shown: {
        type: 'object',
        required: ['id', 'label'],
        properties: { id: { type: 'string' }, ...sent },
      },
    },
  },
  'schemas/operations/alarms.create.json': {
    name: 'alarms.create',
    title: 'Set an alarm',
    method: 'POST',
    path: '/alarms',
    success: [201],
    request: { $ref: 'alarms#/$defs/sent' },
    response: { $ref: 'alarms#/$defs/shown' },
  },
  'schemas/operations/alarms.get.json': {
    name: 'alarms.get',
    title: 'Show an alarm',
    method: 'GET',
    path: '/alarms/{id}',
    parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
    success: [200],
    response: { $ref: 'alarms#/$defs/shown' },
  },
  'schemas/operations/alarms.delete.json': {
    name: 'alarms.delete',
    title: 'Remove an alarm',
    method: 'DELETE',
    path: '/alarms/{id}',
    parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
    success: [204],
  },
}

const driver = `
export default {
  kind: 'driver',
  resource: 'alarms',
  create: () => ({
    delivery: {
      types: () => ['bell', 'horn'],
      to: (target, { types }) => ({ target, sounds: types }),
      trigger: {
        fixture: 'ring',
        fill: (sound) => ({ sound }),
        scope: () => 'one',
        raises: () => 'event',
      },
    },
  }),
}
`

const suite = `
const delivering = (run) => ({
  phase: 'stateful',
  delivering: true,
  run: (tester) => tester.events.turn(() => run(tester)),
})

export default {
  kind: 'cross',
  concern: 'ringing',
  each: {},
  any: {
    rings: delivering(async ({ events, must }) => {
      const control = await events.control(await events.forwarder())
      const outcome = await events.raise(await events.forwarder())
      must.arrive(outcome, 'An alarm does not ring.', { control })
      await events.observe(control.forwarder)
    }),
    'rings-as-set': delivering(async ({ events, must }) => {
      const [bell, horn] = events.types()
      const set = await events.forwarder({ types: [horn] })
      const plain = await events.forwarder({ types: [bell] })
      const triggered = await events.trigger(set, { type: bell })
      const control = await events.control(plain)
      const outcome = await events.silent(triggered, control)
      must.notArrive(outcome, 'An alarm rings with another sound.', { control })
    }),
  },
}
`

export function alarmContract(): Contract {
  const folder = contractFolder(files)
  mkdirSync(join(folder, 'suites/resources'), { recursive: true })
  writeFileSync(join(folder, 'suites/resources/alarms.js'), driver)
  writeFileSync(join(folder, 'suites/cross.ringing.js'), suite)
  // The package file is necessary, because the extension .js does not show the module type.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return loadContract(contractIn(folder))
}

export const alarmProfile: Profile = {
  name: 'alarms',
  fixtures: { ring: { method: 'POST', path: '/alarms/{id}/ring', body: { sound: '{sound}' } } },
}
