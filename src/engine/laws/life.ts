// Laws of a resource's life: what is sent comes back and is stored, what is refused changes nothing, what is deleted is gone.
import { sleep } from '../../base/clock.ts'
import { bodyOf, describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { at, equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import { type Operation, type Resource, type Schema, schemaAt } from '../../contract/index.ts'
import { valid, violations } from '../../generate/index.ts'
import { Inconclusive, isAccepted, NotRun } from '../../oracle/index.ts'
import { keyOf, operationRequest } from '../operation-request.ts'
import { type Check, type PhasedCheck, random } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { accepts, membersOf, set } from './bodies.ts'
import { echoed, moving, updated } from './compare.ts'
import { mustRefuse, mustShow, permitChange, shownAt, statusesOf, subjectOf, textOf } from './premises.ts'
import type { Seen, Subject } from './subject.ts'

// Another time stamp of whole seconds shows after this long at the latest.
const coarseTickMs = 1_100

interface Written {
  readonly sent: JsonObject
  readonly seen: Seen
  /** What is there afterwards; null where the request was not accepted. */
  readonly subject: Subject | null
  readonly control: Exchange | null
}

/** Sends a request that writes that body: a creation, or an update or a replacement of one that is there. */
async function write(
  tester: Tester,
  operation: Operation,
  resource: Resource,
  body: JsonObject,
  on?: Subject,
): Promise<Written> {
  const { subjects } = tester
  if (operation.act === 'create') {
    const within = await subjects.parentFor(resource)
    const seen = await subjects.create(resource, body, within)
    return {
      sent: body,
      seen,
      subject: seen.accepted ? subjects.madeBy(resource, seen, body, within) : null,
      control: null,
    }
  }
  permitChange(tester, operation)
  const subject = on ?? (await subjects.make(resource))
  const seen = await subject.sendTo(operation, body)
  return { sent: body, seen, subject: seen.accepted ? subject : null, control: subject.first.exchange }
}

/** Bodies to write: full, minimal, and each with one member that takes tricky texts. */
function bodiesOf(tester: Tester, operation: Operation, resource: Resource): readonly JsonObject[] {
  const { bodies } = tester.subjects
  const full = bodies.of(operation, resource)
  return [
    full,
    bodies.of(operation, resource, { minimal: true }),
    ...trickyBodies(tester, operation, resource),
  ]
}

const tricky = [
  'Ünïcödé ß',
  '漢字 🚀',
  'it\'s "quoted" \\ back',
  '<b>&amp;</b>',
  'CASE case',
  ' inner  spaces ',
]

function trickyBodies(tester: Tester, operation: Operation, resource: Resource): readonly JsonObject[] {
  const schema = operation.request ?? {}
  const members = membersOf(schema).filter((member) => takesAnyText(schemaAt(schema, `/${member}`)))
  if (members.length === 0) return []
  // One request with a text in each member that takes it: each is compared by itself.
  return tricky.map((text) => {
    const body = tester.subjects.bodies.of(operation, resource)
    const texts = members.flatMap((member): [string, Json][] => {
      const { maxLength = 1_000 } = schemaAt(schema, `/${member}`) as { readonly maxLength?: number }
      const marked = resource.nameAt === `/${member}` ? `${String(body[member])} ${text}` : text
      return [...marked].length > maxLength ? [] : [[member, marked]]
    })
    return { ...body, ...Object.fromEntries(texts) }
  })
}

function takesAnyText(schema: Json | undefined): boolean {
  if (!isObject(schema) || schema.type !== 'string') return false
  return !['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in schema)
}

/** What was sent comes back in the response. */
export const asSent: PhasedCheck = random(async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const check = async (body: JsonObject): Promise<void> => {
    const { seen, sent, control } = await write(tester, operation, resource, body)
    // Whether a body is taken is the matter of its schema's clauses.
    if (!seen.accepted || seen.exchange.response?.body === '') return
    mustShow(
      tester,
      resource,
      echoed(operation, resource, sent),
      seen,
      'What was sent does not come back as it was sent:',
      { control },
    )
  }
  for (const body of bodiesOf(tester, operation, resource)) await check(body)
  await forEachValid(tester, operation, resource, check)
})

/** What was sent is what a later read shows. */
export const stored: PhasedCheck = random(async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const reading = tester.subjects.operation(resource, 'read')
  const check = async (body: JsonObject): Promise<void> => {
    const { seen, subject } = await write(tester, operation, resource, body)
    if (subject === null) return
    const read = await subject.read()
    const merged =
      operation.act === 'update' && resource.patch === 'merge' ? updated({}, body, 'merge') : body
    const expected = echoed({ ...operation, response: reading.response }, resource, merged)
    mustShow(tester, resource, expected, read, 'A later read does not show what was sent:', {
      steps: [seen.exchange],
    })
  }
  for (const body of bodiesOf(tester, operation, resource)) await check(body)
  if (operation.act === 'update')
    for (const member of changeable(operation, resource)) {
      const value = tester.subjects.bodies.of(operation, resource)[member]
      if (value !== undefined) await check({ [member]: value })
    }
  await forEachValid(tester, operation, resource, check)
})

/** Runs the check on random valid bodies, with what must be the run's own put in. */
async function forEachValid(
  tester: Tester,
  operation: Operation,
  resource: Resource,
  check: (body: JsonObject) => Promise<void>,
): Promise<void> {
  const own = [...(resource.nameAt === null ? [] : [resource.nameAt]), ...resource.unique]
  const property = async (drawn: Json): Promise<void> => {
    if (!isObject(drawn)) return
    const fresh = tester.subjects.bodies.of(operation, resource)
    let body: JsonObject = Object.fromEntries(
      Object.entries(drawn).filter(
        ([member]) => !resource.serverSet.has(`/${member}`) && !resource.states.has(`/${member}`),
      ),
    )
    for (const pointer of own) {
      const value = at(fresh, pointer)
      if (value !== undefined && at(body, pointer) !== undefined) body = set(body, pointer, value)
    }
    await check(body)
  }
  // Of what there is one, one sample at a time.
  await tester.forAll(
    valid(operation.request ?? {}, { extras: false }),
    property,
    tester.examples,
    resource.singleton ? 1 : undefined,
  )
}

/** The members that a request of the operation may change. */
function changeable(operation: Operation, { serverSet, states }: Resource): readonly string[] {
  return membersOf(operation.request).filter(
    (member) => !serverSet.has(`/${member}`) && !states.has(`/${member}`),
  )
}

/** What an update does not send stays as it is. */
export const restUnchanged: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const subject = await tester.subjects.make(resource)
  for (const member of changeable(operation, resource)) {
    const value = tester.subjects.bodies.of(operation, resource)[member]
    if (value === undefined) continue
    const before = await subject.read()
    const answer = await subject.sendTo(operation, { [member]: value })
    if (!answer.accepted) continue
    const { [member]: _, ...rest } = before.body
    mustShow(
      tester,
      resource,
      rest,
      await subject.read(),
      `After an update of ${member} alone another member is not as it was:`,
      { steps: [before.exchange, answer.exchange] },
      moving(resource),
    )
  }
}

/** An update that sends nothing changes nothing. */
export const emptyUpdate: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const subject = await tester.subjects.make(resource)
  const before = await subject.read()
  const answer = await subject.sendTo(operation, {}, { intent: 'probe' })
  if (!answer.accepted && statusOf(answer.exchange) < 500)
    return tester.inapplicable('an empty update is refused')
  mustShow(
    tester,
    resource,
    before.body,
    await subject.read(),
    'An empty update changed something:',
    { steps: [before.exchange, answer.exchange] },
    moving(resource),
  )
}

/** Objects are merged, and null removes an optional member (RFC 7396). */
export const merges: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const creation = tester.subjects.operation(resource, 'create')
  const required = new Set(
    Array.isArray(creation.request?.required) ? (creation.request.required as string[]) : [],
  )
  for (const member of changeable(operation, resource)) {
    const schema = schemaAt(operation.request ?? {}, `/${member}`)
    const subject = await tester.subjects.make(resource)
    const before = await subject.read()
    const there = before.body[member]
    if (isObject(there))
      for (const inner of membersOf(schema as Schema)) {
        const value = tester.subjects.bodies.of(operation, resource)[member]
        const changed = isObject(value) ? value[inner] : undefined
        if (changed === undefined) continue
        const start = await subject.read()
        const answer = await subject.sendTo(operation, { [member]: { [inner]: changed } })
        if (!answer.accepted) continue
        const { [inner]: _, ...rest } = isObject(start.body[member]) ? (start.body[member] as JsonObject) : {}
        mustShow(
          tester,
          resource,
          { [member]: { ...rest, [inner]: changed } },
          await subject.read(),
          `${member} was not merged:`,
          { steps: [start.exchange, answer.exchange] },
        )
      }
    if (required.has(member) || there === undefined || there === null) continue
    const answer = await subject.sendTo(operation, { [member]: null })
    if (!answer.accepted) continue
    const read = await subject.read()
    const fallback = isObject(schema) ? schema.default : undefined
    const shown = read.body[member] ?? null
    tester.must.that(
      shown === null || (fallback !== undefined && equal(shown, fallback)),
      `${member} is there after an update to null.`,
      {
        expected: `no ${member}`,
        received: textOf(shown),
        exchange: read.exchange,
        control: before.exchange,
        steps: [answer.exchange],
      },
    )
  }
}

/** An optional member that a replacement leaves out is gone. */
export const replaces: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const { bodies } = tester.subjects
  const subject = await tester.subjects.make(resource)
  const full = bodies.of(operation, resource)
  const filled = await subject.sendTo(operation, full)
  tester.must.assume(filled.accepted, 'a replacement with every member was not accepted')
  const before = await subject.read()
  const minimal = bodies.of(operation, resource, { minimal: true })
  const answer = await subject.sendTo(operation, minimal)
  tester.must.assume(answer.accepted, 'a replacement with the required members alone was not accepted')
  const read = await subject.read()
  for (const member of Object.keys(full)) {
    if (member in minimal || (before.body[member] ?? null) === null) continue
    const schema = schemaAt(operation.request ?? {}, `/${member}`)
    const fallback = isObject(schema) ? schema.default : undefined
    const shown = read.body[member] ?? null
    tester.must.that(
      shown === null || (fallback !== undefined && equal(shown, fallback)),
      `${member} is there although a replacement left it out.`,
      {
        expected: `no ${member}`,
        received: textOf(shown),
        exchange: read.exchange,
        control: before.exchange,
        steps: [answer.exchange],
      },
    )
  }
}

const refusedMax = 8

/** A request that is refused changes nothing. */
export const refusedChangesNothing: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const subject = await tester.subjects.make(resource)
  const base = tester.subjects.bodies.of(operation, resource)
  const classes = violations(operation.request ?? {}, { base }).filter(({ pointer }) => pointer !== '')
  // Spread over the members, not the keywords of the first.
  const chosen = classes.filter(
    (_, index) => index % Math.max(1, Math.ceil(classes.length / refusedMax)) === 0,
  )
  for (const { arbitrary } of chosen) {
    const before = await subject.read()
    await tester.forAll(
      arbitrary,
      async (value) => {
        if (!isObject(value)) return
        // All that is valid in it is another value than what is there.
        const fresh = tester.subjects.bodies.of(operation, resource)
        const varied = Object.fromEntries(
          Object.entries(value).map(([member, one]) => [
            member,
            equal(one, base[member]) ? (fresh[member] ?? one) : one,
          ]),
        )
        const attempt = await subject.sendTo(operation, varied, { intent: 'invalid' })
        if (statusOf(attempt.exchange) < 400 || statusOf(attempt.exchange) > 499) return
        mustShow(
          tester,
          resource,
          before.body,
          await subject.read(),
          'A refused request changed something:',
          { control: before.exchange, steps: [attempt.exchange] },
        )
      },
      1,
    )
  }
}

/** A request changes what its path names and no other. */
export const independent: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const first = await tester.subjects.make(resource)
  const other = await tester.subjects.make(resource, undefined, first.parent)
  const last = await tester.subjects.make(resource, undefined, first.parent)
  const before = [await first.read(), await last.read()]
  const body = operation.request === null ? undefined : tester.subjects.bodies.of(operation, resource)
  const answer = await other.sendTo(operation, body)
  tester.must.assume(answer.accepted, 'the request that should change the other one was not accepted')
  for (const [index, subject] of [first, last].entries()) {
    const was = before[index]
    const seen = await subject.send('read')
    const detail = { steps: [answer.exchange], ...(was === undefined ? {} : { control: was.exchange }) }
    tester.must.that(
      seen.accepted || statusOf(seen.exchange) >= 500,
      'A request about one made another one disappear.',
      {
        expected: 'the other one is there',
        received: describeResponse(seen.exchange),
        exchange: seen.exchange,
        ...detail,
      },
    )
    if (seen.accepted && was !== undefined)
      mustShow(tester, resource, was.body, seen, 'A request about one changed another one:', detail)
  }
}

/** What the service sets once never changes. */
export const constant: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const subject = await tester.subjects.make(resource)
  const before = await subject.read()
  const pointers = [...resource.serverSet]
    .filter(([, kind]) => kind === 'constant')
    .map(([pointer]) => pointer)
  await sleep(coarseTickMs)
  for (let round = 0; round < 2; round += 1) {
    const answer = await subject.sendTo(operation, tester.subjects.bodies.of(operation, resource))
    if (!answer.accepted)
      throw new Inconclusive(`no change was accepted: ${describeResponse(answer.exchange)}`)
    for (const seen of [answer, await subject.read()])
      for (const pointer of pointers) {
        const [was, is] = [at(before.body, pointer), at(seen.body, pointer)]
        if (was === undefined || is === undefined) continue
        tester.must.that(equal(was, is), `${pointer.slice(1)} changed.`, {
          expected: `${pointer.slice(1)} ${textOf(was)}`,
          received: textOf(is),
          exchange: seen.exchange,
          control: before.exchange,
        })
      }
  }
}

/** What moves with each change moves, and never goes back. */
export const moves: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  const subject = await tester.subjects.make(resource)
  const moving = [...resource.serverSet].filter(([, kind]) => kind === 'moves' || kind === 'monotonic')
  let before = await subject.read()
  for (let round = 0; round < 2; round += 1) {
    await sleep(coarseTickMs)
    const answer = await subject.sendTo(operation, tester.subjects.bodies.of(operation, resource))
    if (!answer.accepted)
      throw new Inconclusive(`no change was accepted: ${describeResponse(answer.exchange)}`)
    const read = await subject.read()
    for (const [pointer, kind] of moving) {
      const [was, is] = [orderOf(at(before.body, pointer)), orderOf(at(read.body, pointer))]
      if (was === null || is === null) continue
      const name = pointer.slice(1)
      tester.must.that(
        kind === 'moves' ? is > was : is >= was,
        kind === 'moves' ? `${name} did not move forward with a change.` : `${name} went back.`,
        {
          expected: `a later ${name} than ${textOf(at(before.body, pointer))}`,
          received: textOf(at(read.body, pointer)),
          exchange: read.exchange,
          control: before.exchange,
          steps: [answer.exchange],
        },
      )
    }
    before = read
  }
}

function orderOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

/** Values that are sent for what the service sets are refused or ignored. */
export const serverSet: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  for (const pointer of resource.serverSet.keys()) {
    const schema = schemaAt(operation.response ?? {}, pointer)
    if (schema === undefined) continue
    const text = `chosen-by-the-client-${Math.abs(tester.seed)}`
    // A text that nobody would give out by chance, where one is allowed.
    const value = accepts(schema, text) ? text : tester.subjects.bodies.value(schema)
    const full = tester.subjects.bodies.of(operation, resource)
    const body = set(full, pointer, value)
    const attempt =
      operation.act === 'create'
        ? await tester.subjects.create(resource, body, await tester.subjects.parentFor(resource), {
            intent: 'probe',
          })
        : await (await tester.subjects.make(resource)).sendTo(operation, body, { intent: 'probe' })
    const name = pointer.slice(1)
    const status = statusOf(attempt.exchange)
    tester.must.assume(status > 0 && status < 500, `it was answered with ${status}`)
    if (resource.serverSetSent === 'refused' && attempt.accepted)
      tester.must.that(false, `A value for ${name} was taken, which the service sets.`, {
        expected: 'a refusal',
        received: describeResponse(attempt.exchange),
        exchange: attempt.exchange,
      })
    tester.must.that(
      !attempt.accepted || !equal(at(attempt.body, pointer), value),
      `A value that was sent for ${name} was adopted.`,
      {
        expected: `${name} as the service sets it`,
        received: textOf(at(attempt.body, pointer)),
        exchange: attempt.exchange,
      },
    )
  }
}

/** No two have the same id. */
export const idsUnique: Check = async (tester) => {
  const { resource } = subjectOf(tester)
  const within = await tester.subjects.parentFor(resource)
  const operation = tester.subjects.operation(resource, 'create')
  const seen = new Map<string, Exchange>()
  const make = async (): Promise<string | null> => {
    const attempt = await tester.subjects.create(
      resource,
      tester.subjects.bodies.of(operation, resource),
      within,
    )
    if (!attempt.accepted) return null
    const id = textOf(at(attempt.body, resource.id))
    tester.must.that(!seen.has(id), 'Two have the same id.', {
      expected: 'an id of its own',
      received: id,
      exchange: attempt.exchange,
      ...(seen.has(id) ? { control: seen.get(id) as Exchange } : {}),
    })
    seen.set(id, attempt.exchange)
    return id
  }
  for (let count = 0; count < 3; count += 1) await make()
  if (!resource.idsNeverReused || resource.life.delete === undefined) return
  const last = await tester.subjects.make(resource, undefined, within)
  const id = textOf(at(last.first.body, resource.id))
  const gone = await last.send('delete')
  if (!gone.accepted) return
  seen.set(id, last.first.exchange)
  await make()
}

/** The Location of a creation leads to what it made. */
export const location: Check = async (tester) => {
  const { resource } = subjectOf(tester)
  const subject = await tester.subjects.make(resource)
  const { exchange } = subject.first
  const told = exchange.response?.headers.location
  const url = told === undefined ? null : resolved(told, exchange.request.url)
  tester.must.that(url !== null, 'A creation has no Location.', {
    expected: 'a Location header with the address of what was made',
    received: told ?? 'none',
    exchange,
  })
  if (url === null) return
  const base = tester.baseUrl.replace(/\/+$/, '')
  if (!url.startsWith(`${base}/`))
    throw new Inconclusive(`the Location ${told} is not below ${base}, where requests of the run go`)
  const reading = tester.subjects.operation(resource, 'read')
  const request = {
    ...operationRequest(tester.contract, reading, subject.key, undefined),
    path: url.slice(base.length),
  }
  const seen = await tester.subjects.raw({ ...request, intent: 'probe' })
  tester.must.that(
    seen.accepted && String(at(seen.body, resource.id)) === subject.id,
    'The Location of a creation does not lead to what was made.',
    {
      expected: `the ${resource.title} ${subject.id}`,
      received: describeResponse(seen.exchange),
      exchange: seen.exchange,
      control: exchange,
    },
  )
}

function resolved(text: string, base: string): string | null {
  try {
    return new URL(text, base).href
  } catch {
    return parsedUrl(text)?.href ?? null
  }
}

/** A new one has the initial state. */
export const initialState: Check = async (tester) => {
  const { resource } = subjectOf(tester)
  const { first } = await tester.subjects.make(resource)
  for (const [pointer, { initial }] of resource.states)
    if (initial !== undefined)
      tester.must.that(
        equal(at(first.body, pointer), initial),
        `${pointer.slice(1)} of a new one is another one.`,
        {
          expected: `${pointer.slice(1)} ${textOf(initial)}`,
          received: shownAt(first, pointer),
          exchange: first.exchange,
        },
      )
}

/** A second one with the same value of a unique member is refused, and is not made. */
export const uniqueRefused: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const { subjects } = tester
  for (const pointer of resource.unique) {
    const first = await subjects.make(resource)
    const value = at(first.sent, pointer)
    if (value === undefined) continue
    const name = pointer.slice(1)
    if (operation.act === 'create') {
      const body = set(subjects.bodies.of(operation, resource), pointer, value)
      const second = await subjects.create(resource, body, first.parent, { intent: 'invalid' })
      mustRefuse(tester, operation, second.exchange, first.first.exchange, 'conflict')
      if (resource.life.list === undefined) continue
      const { items } = await listed(tester, resource, first.parent)
      const same = items.filter((item) => equal(at(item, pointer), value))
      tester.must.that(
        same.length <= 1,
        `A creation with a ${name} that there was already was refused, and one was made.`,
        {
          expected: `one with the ${name} ${textOf(value)}`,
          received: `${same.length} of them`,
          exchange: second.exchange,
        },
      )
      for (const item of same) {
        const id = String(at(item, resource.id))
        if (id !== first.id) subjects.adopt(resource, keyOf(first.parent, id, first.key === first.id ? 0 : 1))
      }
    } else {
      permitChange(tester, operation)
      const second = await subjects.make(resource, undefined, first.parent)
      const before = await second.read()
      const body = operation.act === 'update' ? {} : subjects.bodies.of(operation, resource)
      const attempt = await second.sendTo(operation, set(body, pointer, value), { intent: 'invalid' })
      mustRefuse(tester, operation, attempt.exchange, second.first.exchange, 'conflict')
      mustShow(tester, resource, before.body, await second.read(), 'A refused request changed something:', {
        steps: [attempt.exchange],
      })
      const own = await second.sendTo(
        operation,
        set(
          operation.act === 'update' ? {} : subjects.bodies.of(operation, resource),
          pointer,
          at(second.sent, pointer) ?? null,
        ),
      )
      tester.must.serve(own.exchange, { control: second.first.exchange })
    }
  }
}

/** A transition that there is is taken and stored. */
export const transitions: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  for (const [pointer, { values, initial, transitions: allowed }] of resource.states) {
    if (schemaAt(operation.request ?? {}, pointer) === undefined) continue
    for (const path of pathsOf(values, initial, allowed)) {
      const subject = await tester.subjects.make(resource)
      for (const state of path) {
        if (equal(at((await subject.read()).body, pointer), state)) continue
        const answer = await sendState(tester, operation, subject, pointer, state)
        tester.must.serve(answer.exchange, { control: subject.first.exchange })
        const read = await subject.read()
        for (const seen of [answer, read])
          if (seen.exchange.response?.body !== '')
            tester.must.that(
              equal(at(seen.body, pointer), state),
              `${pointer.slice(1)} is not what it was set to.`,
              {
                expected: `${pointer.slice(1)} ${textOf(state)}`,
                received: shownAt(seen, pointer),
                exchange: seen.exchange,
                control: subject.first.exchange,
                steps: seen === read ? [answer.exchange] : [],
              },
            )
      }
    }
  }
}

/** A transition that there is not is refused, and changes nothing. */
export const transitionsRefused: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, operation)
  for (const [pointer, { values, initial, transitions: allowed, refusal }] of resource.states) {
    if (allowed === null || schemaAt(operation.request ?? {}, pointer) === undefined) continue
    const paths = [[], ...pathsOf(values, initial, allowed)]
    const reached = new Set<string>()
    for (const path of paths) {
      const subject = await tester.subjects.make(resource)
      for (const state of [undefined, ...path]) {
        if (state !== undefined) {
          const answer = await sendState(tester, operation, subject, pointer, state)
          tester.must.assume(answer.accepted, 'a transition that there is was not taken: see transitions')
        }
        const before = await subject.read()
        const from = at(before.body, pointer)
        if (from === undefined || reached.has(String(from))) continue
        reached.add(String(from))
        for (const target of values) {
          if (equal(target, from) || allowed[String(from)]?.some((one) => equal(one, target))) continue
          const attempt = await sendState(tester, operation, subject, pointer, target, 'invalid')
          const statuses = refusal ?? statusesOf(operation, 'transition')
          if (statuses !== null && statuses.length > 0)
            tester.must.haveStatus(attempt.exchange, statuses, { control: subject.first.exchange })
          else if (isAccepted(attempt.exchange))
            tester.must.that(false, 'A transition that there is not was taken.', {
              expected: `a refusal of ${textOf(target)} in the state ${textOf(from)}`,
              received: describeResponse(attempt.exchange),
              exchange: attempt.exchange,
              control: before.exchange,
            })
          mustShow(
            tester,
            resource,
            before.body,
            await subject.read(),
            'A refused transition changed something:',
            { control: before.exchange, steps: [attempt.exchange] },
          )
        }
      }
    }
  }
}

/** Sends a state beside another value of something else, so that what is stored of a refused one would be seen. */
async function sendState(
  tester: Tester,
  operation: Operation,
  subject: Subject,
  pointer: string,
  state: Json,
  intent: 'valid' | 'invalid' = 'valid',
): Promise<Seen> {
  const fresh = tester.subjects.bodies.of(operation, subject.resource)
  const beside =
    operation.act === 'replace'
      ? fresh
      : intent === 'invalid'
        ? Object.fromEntries(Object.entries(fresh).slice(0, 1))
        : {}
  return subject.sendTo(operation, set(beside, pointer, state), { intent })
}

/** Ways through the states that together take each transition. */
function pathsOf(
  values: readonly Json[],
  initial: Json | undefined,
  allowed: Readonly<Record<string, readonly Json[]>> | null,
): readonly (readonly Json[])[] {
  if (allowed === null) return [[...values, ...values.slice(0, 1)]]
  const start = String(initial ?? values[0])
  const paths: Json[][] = []
  const taken = new Set<string>()
  const walk = (from: string, path: readonly Json[]): void => {
    const next = (allowed[from] ?? []).filter((to) => !taken.has(`${from}>${String(to)}`))
    if (next.length === 0 && path.length > 0) paths.push([...path])
    for (const to of next) {
      taken.add(`${from}>${String(to)}`)
      walk(String(to), [...path, to])
    }
  }
  walk(start, [])
  return paths
}

/** After a deletion what was deleted is answered as such. */
export const goneAfterDelete: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  permitChange(tester, tester.subjects.operation(resource, 'delete'))
  // That nothing can be removed may be the very fault.
  if (operation.act === 'delete' && tester.attempt === 1) tester.subjects.unblock(resource)
  const subject = await tester.subjects.make(resource)
  const live = await tester.subjects.make(resource, undefined, subject.parent)
  const body = (): JsonObject | undefined =>
    operation.request === null ? undefined : tester.subjects.bodies.of(operation, resource)
  const deleted = await subject.send('delete')
  tester.must.assume(deleted.accepted, `it could not be deleted: ${describeResponse(deleted.exchange)}`)
  const after = await subject.sendTo(operation, body(), { intent: 'invalid' })
  const control = await live.sendTo(operation, body())
  tester.must.assume(
    control.accepted,
    `the same request about another one was not accepted: ${describeResponse(control.exchange)}`,
  )
  const statuses = resource.afterDelete ?? statusesOf(operation, 'unknown')
  const detail = { control: control.exchange, steps: [deleted.exchange] }
  tester.must.that(
    statuses !== null && statuses.length > 0
      ? statuses.includes(statusOf(after.exchange))
      : statusOf(after.exchange) >= 400,
    'What was deleted is answered as if it were there.',
    {
      expected: statuses === null ? 'a 4xx status' : `status ${statuses.join(' or ')}`,
      received: describeResponse(after.exchange),
      exchange: after.exchange,
      ...detail,
    },
  )
}

const pagesMax = 50

/** Runs the check when no other one makes anything: what is newest matters to it, and how many there are. */
const oneByOne = (run: Check): PhasedCheck => ({ phase: 'stateful', run, exclusive: 'lists' })

/** All items of a list, over its pages as far as the contract says how they follow. */
async function listed(
  tester: Tester,
  resource: Resource,
  within: string,
): Promise<{ readonly items: readonly Json[]; readonly pages: readonly Seen[]; readonly whole: boolean }> {
  const operation = tester.subjects.operation(resource, 'list')
  const base = tester.baseUrl.replace(/\/+$/, '')
  let request = operationRequest(tester.contract, operation, within, undefined)
  const items: Json[] = []
  const pages: Seen[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const exchange = await tester.call(request)
    const seen = tester.subjects.seen(exchange)
    if (!seen.accepted) throw new Inconclusive(`the list was answered with ${describeResponse(exchange)}`)
    pages.push(seen)
    const parsed = bodyOf(exchange)
    const shown = parsed.ok ? at(parsed.value, resource.items) : undefined
    if (!Array.isArray(shown))
      throw new Inconclusive(`the list shows no items at ${resource.items || 'its root'}`)
    items.push(...(shown as readonly Json[]))
    const next = resource.next === null ? null : at(seen.body, resource.next)
    if (typeof next !== 'string')
      return { items, pages, whole: resource.next !== null || !looksPaged(exchange) }
    const url = resolved(next, exchange.request.url)
    if (url === null || !url.startsWith(`${base}/`)) return { items, pages, whole: false }
    request = { ...request, path: url.slice(base.length) }
  }
  return { items, pages, whole: false }
}

function looksPaged({ response }: Exchange): boolean {
  return /\brel="?next\b/i.test(response?.headers.link ?? '')
}

/** One that was made is in the list, and one that was deleted is not. */
export const listedLaw: PhasedCheck = oneByOne(async (tester) => {
  const { resource } = subjectOf(tester)
  const subject = await tester.subjects.make(resource)
  const other = await tester.subjects.make(resource, undefined, subject.parent)
  const { items, pages, whole } = await listed(tester, resource, subject.parent)
  const [page] = pages
  for (const one of [subject, other]) {
    const shown = items.find((item) => String(at(item, resource.id)) === one.id)
    tester.must.assume(shown !== undefined || whole, 'it is on no page that was read, and there may be more')
    tester.must.that(shown !== undefined, 'One that was made is not in the list.', {
      expected: `an item with the id ${one.id}`,
      received: `${items.length} others`,
      exchange: page?.exchange ?? null,
      control: one.first.exchange,
    })
    if (shown === undefined || page === undefined || resource.life.read === undefined) continue
    const read = await one.read()
    const itemSchema = schemaAt(tester.subjects.operation(resource, 'list').response ?? {}, resource.items)
    const known = isObject(itemSchema) && isObject(itemSchema.items) ? membersOf(itemSchema.items) : []
    const expected = Object.fromEntries(
      Object.entries(read.body).filter(([member]) => known.includes(member)),
    )
    const body = isObject(shown) ? shown : {}
    mustShow(
      tester,
      resource,
      expected,
      { ...page, body },
      'The list shows one otherwise than a read of it:',
      { control: read.exchange },
      moving(resource),
    )
  }
  if (resource.life.delete === undefined) return
  const deleted = await subject.send('delete')
  if (!deleted.accepted) return
  const after = await listed(tester, resource, subject.parent)
  const still = after.items.some((item) => String(at(item, resource.id)) === subject.id)
  tester.must.that(!still, 'One that was deleted is in the list.', {
    expected: `no item with the id ${subject.id}`,
    received: 'an item with that id',
    exchange: after.pages.at(-1)?.exchange ?? null,
    steps: [deleted.exchange],
  })
})

/** The total is the number of all. */
export const total: PhasedCheck = oneByOne(async (tester) => {
  const { resource } = subjectOf(tester)
  const pointer = resource.total ?? ''
  const subject = await tester.subjects.make(resource)
  await tester.subjects.make(resource, undefined, subject.parent)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { items, pages, whole } = await listed(tester, resource, subject.parent)
    tester.must.assume(whole, 'not all pages could be read')
    const totals = new Set(pages.map((page) => textOf(at(page.body, pointer))))
    const [told = ''] = totals
    // Others may work on the same list meanwhile.
    if ((totals.size > 1 || told !== String(items.length)) && attempt < 2) continue
    tester.must.that(told === String(items.length), `${pointer.slice(1)} is not the number of all.`, {
      expected: `${pointer.slice(1)} ${items.length}`,
      received: told,
      exchange: pages[0]?.exchange ?? null,
    })
    return
  }
})

/** One that stands below another parent is unknown. */
export const wrongParent: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const subject = await tester.subjects.make(resource)
  const elsewhere = await tester.subjects.make(resource)
  tester.must.assume(subject.parent !== elsewhere.parent, 'both stand below the same parent')
  const before = await subject.read()
  const depth = subject.key.split('/').length - 1
  const key = keyOf(elsewhere.parent, subject.id, depth)
  const body = operation.request === null ? undefined : tester.subjects.bodies.of(operation, resource)
  permitChange(tester, operation)
  // Whatever a tenant makes of it, the id is the run's own.
  const attempt = await tester.subjects.raw({
    ...operationRequest(tester.contract, operation, key, body),
    intent: 'invalid',
  })
  mustRefuse(tester, operation, attempt.exchange, before.exchange, 'unknown')
  const after = await subject.send('read')
  tester.must.that(after.accepted, 'A request below another parent removed it.', {
    expected: 'it is there',
    received: describeResponse(after.exchange),
    exchange: after.exchange,
    steps: [attempt.exchange],
  })
  if (after.accepted)
    mustShow(tester, resource, before.body, after, 'A request below another parent changed it:', {
      steps: [attempt.exchange],
    })
}

/** It is gone when what it stands below is. */
export const goneWithParent: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const parent = tester.contract.resources.get(resource.removedWith ?? '')
  if (parent === undefined) throw new NotRun('the contract does not say with what it vanishes')
  permitChange(tester, tester.subjects.operation(parent, 'delete'))
  const above = await tester.subjects.make(parent)
  const subject = await tester.subjects.make(resource, undefined, above.key)
  const before = await subject.read()
  const deleted = await above.send('delete')
  tester.must.assume(
    deleted.accepted,
    `the ${parent.title} could not be deleted: ${describeResponse(deleted.exchange)}`,
  )
  const after = await subject.send('read', undefined, { intent: 'invalid' })
  const statuses = resource.afterDelete ?? statusesOf(operation, 'unknown')
  tester.must.that(
    statuses === null ? statusOf(after.exchange) >= 400 : statuses.includes(statusOf(after.exchange)),
    `It is there although the ${parent.title} that it stood below is gone.`,
    {
      expected: statuses === null ? 'a 4xx status' : `status ${statuses.join(' or ')}`,
      received: describeResponse(after.exchange),
      exchange: after.exchange,
      control: before.exchange,
      steps: [deleted.exchange],
    },
  )
}
