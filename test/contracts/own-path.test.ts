// Tests child resources that have another path for updates, with states and merge patches.
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf } from '../../src/contract/contract.testing.ts'
import type { Contract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const id = { type: 'string' }
const state = { enum: ['open', 'done', 'dropped'] }
const members = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  note: { type: 'string', maxLength: 80 },
}
const closed = { type: 'object', additionalProperties: false }
const task = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: { id, ...members, state },
}
const project = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }
const projectShown = { ...project, required: ['id', 'name'], properties: { id, ...project.properties } }
const named = (name: string) => ({ name, in: 'path', required: true, schema: id })

const operation = (
  name: string,
  method: string,
  path: string,
  more: JsonObject,
): Record<string, JsonObject> => ({
  [`operations/${name}.json`]: {
    ...{ name, title: name, method, path },
    success: [method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200],
    ...(path.includes('{') ? { parameters: [named(/\{(\w+)\}/.exec(path)?.[1] ?? '')] } : {}),
    ...more,
  },
})

const filesOf = (resource: JsonObject = {}, update: JsonObject = {}): Record<string, JsonObject> => ({
  'contract.json': {
    name: 'tasks',
    title: 'Tasks',
    version: '1',
    refusals: { invalid: [400], unknown: [404], malformed: [400] },
  },
  'resources/projects.json': {
    title: 'project',
    name: '/name',
    life: { create: 'projects.create', read: 'projects.get', delete: 'projects.delete' },
  },
  'resources/tasks.json': {
    title: 'task',
    name: '/title',
    life: { create: 'tasks.create', read: 'tasks.get', update: 'tasks.update', delete: 'tasks.delete' },
    states: {
      '/state': {
        initial: 'open',
        transitions: { open: ['done', 'dropped'], done: [], dropped: [] },
        refusal: [409],
      },
    },
    patch: 'merge',
    ...resource,
  },
  ...operation('projects.create', 'POST', '/projects', { request: project, response: projectShown }),
  ...operation('projects.get', 'GET', '/projects/{id}', { response: projectShown }),
  ...operation('projects.delete', 'DELETE', '/projects/{id}', {}),
  ...operation('tasks.create', 'POST', '/projects/{projectId}/tasks', {
    request: { ...closed, required: ['title'], properties: members },
    response: task,
  }),
  ...operation('tasks.get', 'GET', '/tasks/{taskId}', { response: task }),
  ...operation('tasks.update', 'PATCH', '/tasks/{taskId}', {
    request: { ...closed, properties: { ...members, state } },
    response: task,
    ...update,
  }),
  ...operation('tasks.delete', 'DELETE', '/tasks/{taskId}', {}),
})

interface Task extends JsonObject {
  readonly id: string
  readonly state: string
}

type Fault = 'reopens' | 'removes-note-late' | 'forgets-note'

interface Variant {
  readonly fault?: Fault | undefined
  /** The server responds to updates with status 204. */
  readonly silent?: boolean
  /** The response to an update contains only the id and the title. */
  readonly partial?: boolean
}

async function checkTasks(
  contract: Contract,
  { fault, silent = false, partial = false }: Variant,
): Promise<ReadonlyMap<string, string>> {
  const projects = new Map<string, JsonObject>()
  const tasks = new Map<string, Task>()
  let made = 0
  let updates = 0
  const isTask = ({ state: _, ...body }: JsonObject, partial: boolean): boolean =>
    Object.entries(body).every(
      ([name, value]) =>
        (name === 'note' && partial && value === null) ||
        (typeof value === 'string' &&
          [...value].length <= (name === 'title' ? 60 : name === 'note' ? 80 : -1)),
    ) &&
    body.title !== '' &&
    (partial || 'title' in body)
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const part of incoming) text += String(part)
    const answer = (status: number, value?: JsonObject): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(value === undefined ? '' : JSON.stringify(value))
    }
    const [, kind, id = '', below] = (incoming.url ?? '').split('/')
    const { method } = incoming
    let body: JsonObject = {}
    if (method === 'POST' || method === 'PATCH')
      try {
        body = JSON.parse(text) as JsonObject
        if (typeof body !== 'object' || body === null || Array.isArray(body)) return answer(400, {})
      } catch {
        return answer(400, {})
      }
    if (kind === 'projects' && id === '' && method === 'POST') {
      if (typeof body.name !== 'string' || body.name === '') return answer(400, {})
      const project = { id: `p${++made}`, name: body.name }
      projects.set(project.id, project)
      return answer(201, project)
    }
    if (kind === 'projects') {
      const project = projects.get(id)
      if (project === undefined) return answer(404, {})
      if (below === 'tasks' && method === 'POST') {
        if ('state' in body || !isTask(body, false)) return answer(400, {})
        const task = { ...body, id: `t${++made}`, state: 'open' }
        tasks.set(task.id, task)
        return answer(201, task)
      }
      if (below !== undefined) return answer(404, {})
      if (method === 'GET') return answer(200, project)
      projects.delete(id)
      return answer(204)
    }
    const task = kind === 'tasks' ? tasks.get(id) : undefined
    if (task === undefined) return answer(404, {})
    if (method === 'GET') return answer(200, task)
    if (method === 'DELETE') {
      tasks.delete(id)
      return answer(204)
    }
    if (method !== 'PATCH') return answer(405, {})
    const to = body.state
    if (!isTask(body, true) || (to !== undefined && !state.enum.includes(String(to)))) return answer(400, {})
    if (to !== undefined && to !== task.state && task.state !== 'open' && fault !== 'reopens')
      return answer(409, {})
    updates += 1
    const next: Record<string, Json> = { ...task, ...body }
    if (next.note === null) delete next.note
    if (fault === 'forgets-note' && !('note' in body)) delete next.note
    if (fault === 'removes-note-late' && updates % 4 === 0) delete next.note
    tasks.set(id, next as Task)
    if (silent) return answer(204)
    answer(200, partial ? { id, title: next.title ?? null } : (next as JsonObject))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const only = ['tasks.update.transitions', 'tasks.update.any-sequence', 'tasks.update.rest-unchanged']
  const report = await conformance({ contract, baseUrl, only, seed: 1, depth: 'default' })
  return new Map(
    report.clauses
      .filter(({ verdict }) => verdict !== 'out-of-scope')
      .map(({ id: clause, verdict, reason }) => [
        clause,
        verdict === 'pass' || verdict === 'fail' ? verdict : `${verdict}: ${reason}`,
      ]),
  )
}

const noContent = { success: [204], response: null }

test.each([
  ['its body', {}],
  ['204', noContent],
])(
  'an update of a child by another path, answered with %s, is proven on the stub',
  async (_, update) => {
    const only = [
      'tasks.update.transitions',
      'tasks.update.any-sequence',
      'tasks.update.rest-unchanged',
      'tasks.update.empty-update',
    ]
    const { clauses } = await verifyContract(contractOf(filesOf({}, update)), { only })
    expect(clauses.length).toBe(5)
    expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  },
  60_000,
)

const all = ['any-sequence', 'rest-unchanged', 'transitions', 'transitions-refused'].map(
  (name) => `tasks.update.${name}`,
)

test.each([
  [undefined, {}],
  ['reopens', 'transitions-refused'],
  ['forgets-note', 'any-sequence'],
  ['removes-note-late', 'any-sequence'],
])(
  'the clauses find the fault %s, with a body in the response and without',
  async (fault, clause) => {
    for (const silent of [false, true]) {
      const note = { type: ['string', 'null'], maxLength: 80 }
      const request = { ...closed, properties: { ...members, note, state } }
      const contract = contractOf(filesOf({}, { ...(silent ? noContent : {}), request }))
      const verdicts = await checkTasks(contract, { fault: fault as Fault | undefined, silent })
      if (fault === undefined)
        expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(all.map((id) => [id, 'pass'])))
      else expect(verdicts.get(`tasks.update.${String(clause)}`)).toBe('fail')
    }
  },
  60_000,
)

test('an update that returns some members only is judged by a read, and is no failure', async () => {
  const response = { type: 'object', required: ['id'], properties: { id, ...members } }
  const note = { type: ['string', 'null'], maxLength: 80 }
  const request = { ...closed, properties: { ...members, note, state } }
  const contract = contractOf(filesOf({}, { response, request }))
  expect((await checkTasks(contract, { partial: true })).get('tasks.update.any-sequence')).toBe('pass')
  const found = await checkTasks(contract, { partial: true, fault: 'removes-note-late' })
  expect(found.get('tasks.update.any-sequence')).toBe('fail')
}, 60_000)
