// Checks creations: unique ids, the Location header, and the initial state.
import { describeResponse, type Exchange } from '../../base/exchange.ts'
import { at, equal } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { Resource } from '../../contract/index.ts'
import { Inconclusive } from '../../oracle/index.ts'
import { calibration, fixture, perResource, using } from '../fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import { nameIn } from '../resources/kind.ts'
import type { Check } from '../suite.ts'
import type { Creation, ResourceUnderTest } from '../under-test/index.ts'
import { shownAt, textOf } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { mustTakeName } from './updates/index.ts'

export const idsUnique: Check = async (context) => {
  const { resource } = subjectOf(context)
  const within = await context.subjects.keys.parentFor(resource)
  const operation = context.subjects.operation(resource, 'create')
  const seen = new Map<string, Exchange>()
  const make = async (): Promise<string | null> => {
    const attempt = await context.subjects.create(
      resource,
      context.subjects.bodies.of(operation, resource),
      within,
    )
    if (!attempt.accepted) return null
    const shown = at(attempt.body, resource.id)
    if (shown === undefined) return null
    const id = textOf(shown)
    context.must.that(!seen.has(id), 'Two resources have the same id.', {
      expected: 'a unique id',
      received: `the id ${id} of another resource`,
      exchange: attempt.exchange,
      ...(seen.has(id) ? { control: seen.get(id) as Exchange } : {}),
    })
    seen.set(id, attempt.exchange)
    return id
  }
  for (let count = 0; count < 3; count += 1) await make()
  if (!resource.idsNeverReused || resource.life.delete === undefined) return
  const last = await context.subjects.make(resource, undefined, within)
  const id = textOf(at(last.first.body, resource.id))
  const gone = await last.send('delete')
  if (!gone.accepted) return
  seen.set(id, last.first.exchange)
  await make()
}

interface AfterRemoval {
  readonly gone: ResourceUnderTest
  /** A creation with the name of the removed resource. Null if the resource has no name. */
  readonly namesake: Creation | null
  readonly other: Creation
}

const afterRemoval = fixture(
  'made after a removal of *',
  perResource,
  using([calibration], async (context, resource: Resource): Promise<AfterRemoval> => {
    const all = context.resource(resource.name)
    const gone = await all.make()
    const name = nameIn(all, gone.set)
    await all.assumeRemoved([gone])
    const what = `the name of a removed resource (${resource.name})`
    const look = (): Promise<Creation> => all.create(all.named(name ?? ''), 'probe')
    const namesake =
      name === undefined
        ? null
        : await context.readAfterWrite.until(await look(), {
            what,
            look,
            isThere: ({ accepted }) => accepted,
          })
    return { gone, namesake, other: await all.create() }
  }),
)

export const idsNotReused: Check = using([afterRemoval], async (context) => {
  const { resource } = subjectOf(context)
  if (!context.resource(resource.name).removable)
    return context.skip(`no operation removes the ${resource.title}, so no id can be reused`)
  const { gone, namesake, other } = await context.use(afterRemoval, subjectOf(context).resource)
  // A tenant may reserve the names of removed resources.
  for (const seen of [namesake, other])
    if (seen?.accepted)
      context.must.that(
        String(at(seen.body, resource.id)) !== gone.id,
        'The id of a removed resource was reused.',
        {
          expected: 'a unique id',
          received: gone.id,
          exchange: seen.exchange,
          control: gone.created,
          steps: [gone.created],
        },
      )
})

export const nameFreeAgain: Check = using([afterRemoval], async (context) => {
  const { resource } = subjectOf(context)
  if (!context.resource(resource.name).removable)
    return context.skip(`no operation removes the ${resource.title}, so no name becomes free`)
  const { gone, namesake } = await context.use(afterRemoval, subjectOf(context).resource)
  if (namesake === null)
    return context.inapplicable(`the contract names no text member of the ${resource.title} as its name`)
  mustTakeName(context, namesake, {
    what: 'creation',
    says: 'The tenant refuses the name of a removed resource for a new resource.',
    expected: 'the creation is accepted, like the first creation with this name',
    control: gone.created,
    steps: [gone.created],
  })
})

export const location: Check = async (context) => {
  const { resource } = subjectOf(context)
  const subject = await context.subjects.make(resource)
  const { exchange } = subject.first
  const told = exchange.response?.headers.location
  const url = told === undefined ? null : (parsedUrl(told, exchange.request.url)?.href ?? null)
  context.must.that(url !== null, 'The response to a creation has no valid Location header.', {
    expected: 'a Location header with the address of the new resource',
    received: told ?? 'none',
    exchange,
  })
  if (url === null) return
  const base = context.baseUrl.replace(/\/+$/, '')
  if (!url.startsWith(`${base}/`))
    throw new Inconclusive(
      `the Location ${told} is outside ${base}, the base URL of this run`,
      'specification',
    )
  const reading = context.subjects.operation(resource, 'read')
  const request = {
    ...operationRequest(context.contract, reading, subject.key, undefined),
    path: url.slice(base.length),
  }
  const seen = await context.subjects.raw({ ...request, intent: 'probe' })
  context.must.that(
    seen.accepted && String(at(seen.body, resource.id)) === subject.id,
    'The Location of a creation does not lead to the new resource.',
    {
      expected: `the ${resource.title} ${subject.id}`,
      received: describeResponse(seen.exchange),
      exchange: seen.exchange,
      control: exchange,
    },
  )
}

export const firstState: Check = async (context) => {
  const { resource } = subjectOf(context)
  const { first } = await context.subjects.make(resource)
  for (const [pointer, { initial }] of resource.states)
    if (initial !== undefined)
      context.must.that(
        equal(at(first.body, pointer), initial),
        `${pointer.slice(1)} of a new resource has an unexpected value.`,
        {
          expected: `${pointer.slice(1)} ${textOf(initial)}`,
          received: shownAt(first, pointer),
          exchange: first.exchange,
        },
      )
}
