// Responds to polls of tasks (status 202): first "running", later "finished".
import { equal, isObject, type Json, type JsonObject, withMember } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Accepted, type Contract, type Operation, type Schema, schemaAt } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import { withShown } from '../entries/new-entry.ts'
import type { Entry } from '../entries/store.ts'
import type { StubRequest, StubResponse } from '../message.ts'
import { drawn } from '../value.ts'

/** The path for polls if the contract has no operation for polls. */
export const tasksPath = '/stub-tasks'

interface Task {
  readonly operation: Operation
  readonly entry: Entry
  readonly isEndless: boolean
  isAsked: boolean
}

interface Begun {
  readonly location?: string
  readonly named: (body: Json) => Json
}

export class Tasks {
  readonly #contract: Contract
  readonly #tasks = new Map<string, Task>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** Starts a task, although its work is already done. Returns null for an operation without status 202. */
  begin({ operation, breaks }: StubRequest, entry: Entry): Begun | null {
    const { accepted } = operation
    if (accepted === null) return null
    const id = `task-${this.#tasks.size + 1}`
    this.#tasks.set(id, { operation, entry, isEndless: breaks('accepted-ends'), isAsked: false })
    const path = this.#contract.operations.get(accepted.operation ?? '')?.path ?? `${tasksPath}/{id}`
    const address = `${this.#contract.basePath ?? ''}${path.replace(/\{[^{}]*\}/, uriEncoded(id))}`
    const { poll } = accepted
    if (poll === 'location') return { location: address, named: (body) => body }
    const told = accepted.operation === null ? address : id
    return { named: (body) => withMember(isObject(body) ? body : {}, poll, told) }
  }

  shown(id: string | null, operation: Operation | null): StubResponse | null {
    const task = this.#tasks.get(id ?? '')
    const accepted = task?.operation.accepted
    if (task === undefined || accepted == null) return null
    if (operation !== null && accepted.operation !== operation.name) return null
    const isDone = task.isAsked && !task.isEndless
    task.isAsked = true
    const schema = operation?.wholeResponse ?? {}
    const empty = drawn(schema)
    const body = isObject(empty) ? empty : {}
    if (!isDone)
      return { status: accepted.done.size === 0 ? 202 : 200, body: underWay(body, schema, accepted) }
    const done = withShown(body, accepted.done)
    if (accepted.id === null) return { status: 200, body: done }
    if (accepted.id === 'location')
      return { status: 200, body: done, location: `/made/${uriEncoded(task.entry.id)}` }
    return { status: 200, body: withMember(done, accepted.id, task.entry.id) }
  }
}

const drawsMax = 20

function underWay(body: JsonObject, schema: Schema, { done, failed }: Accepted): JsonObject {
  return [...done].reduce((one, [pointer, end]) => {
    const inner = schemaAt(schema, pointer) ?? {}
    const ends = [end, failed.get(pointer)].filter((value) => value !== undefined)
    const isEnd = (value: Json): boolean =>
      ends.some((each) => (isObject(each) ? conforms(each, value) : equal(each, value)))
    const draws = Array.from({ length: drawsMax }, (_, index) => drawn(inner, index))
    return withMember(one, pointer, draws.find((value) => !isEnd(value)) ?? null)
  }, body)
}
