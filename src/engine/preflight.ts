// Preflight: reach the tenant, get a token, and find out what the checks need and the specification leaves open.

import { messageOf } from '../base/error.ts'
import { describeResponse, statusOf } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import { acceptedBody, Inconclusive, isAccepted, NotRun } from '../oracle/index.ts'
import { type Blocker, reach } from './reach.ts'
import type { Request } from './request.ts'
import type { Resources } from './resources.ts'
import type { Session } from './session.ts'

// Event types to try where none is declared; one that the tenant accepts is known from then on, a refusal says nothing.
const candidates = ['user.created']

/** @returns why nothing can be checked at all, or null */
export async function preflight(session: Session, resources: Resources): Promise<Blocker | null> {
  const reached = await reach(session, resources)
  if (reached !== null) return reached
  if (session.config.writes !== 'none' && resources.pools.has('event-streams'))
    await discoverStreams(session, resources)
  return null
}

// The first stream shows what a creation needs: a known event type, with or without an authorization.
async function discoverStreams(session: Session, { given, streams }: Resources): Promise<void> {
  const { knowledge } = session
  const declared = knowledge.eventTypes
  const owned: string[] = []
  const refusals: string[] = []
  try {
    // A state is only sent where the tenant takes no stream without, and its field is declared.
    const states = knowledge.forwardingStateField === null ? [null] : [null, 'enabled' as const]
    for (const requiredState of states)
      for (const withAuthorization of [true, false])
        for (const eventType of declared === null ? candidates : [declared[0] ?? '']) {
          given.requiredState = requiredState
          given.withAuthorization = withAuthorization
          const subscriptions = [{ event_type: eventType }]
          // With nothing declared it is a guess, of which a refusal says nothing.
          const probe = (): Request => ({
            ...given.creation({
              name: given.name(),
              subscriptions,
              destination: given.destination(),
              ...(requiredState === null ? {} : given.state(requiredState)),
            }),
            intent: declared === null ? 'probe' : 'valid',
          })
          let exchange = await streams.send(probe(), 'full', owned)
          if (statusOf(exchange) >= 500) exchange = await streams.send(probe(), 'full', owned)
          if (isAccepted(exchange)) {
            if (declared === null) knowledge.observe('event-types', eventType)
            const body = acceptedBody(exchange)
            if (streams.isOpen(body.id)) await learn(session, body, given, streams)
            return
          }
          refusals.push(describeResponse(exchange))
          if (statusOf(exchange) !== 400 && statusOf(exchange) !== 422) {
            given.requiredState = null
            given.withAuthorization = true
            streams.blocker = blockerOf(refusals)
            return
          }
        }
    given.requiredState = null
    given.withAuthorization = true
    streams.blocker = blockerOf(refusals)
  } catch (error) {
    if (!(error instanceof NotRun || error instanceof Inconclusive)) throw error
    session.emit({ type: 'note', message: `Event streams were not explored: ${messageOf(error)}.` })
  } finally {
    await streams.remove(owned)
  }
}

function blockerOf(refusals: readonly string[]): string {
  return `no event stream could be made (${refusals[0]}): declare eventStream.eventTypes, webhookEndpoint and webhookCredentials in the profile as the tenant wants them`
}

async function learn(
  session: Session,
  stream: JsonObject,
  given: Resources['given'],
  streams: Resources['streams'],
): Promise<void> {
  const id = String(stream.id)

  const { knowledge } = session
  const candidates = Object.entries(stream).filter(
    ([name, value]) => (value === 'enabled' || value === 'disabled') && name !== 'name',
  )
  if (knowledge.declared('forwarding-state-field') === undefined) {
    const field = candidates.length === 1 ? candidates[0]?.[0] : await moving(candidates, id, given, streams)
    if (field !== undefined) {
      knowledge.observe('forwarding-state-field', field)
      session.monitor.refresh()
    }
  }
  const long = given.subscriptions()[3]
  if (long !== undefined) {
    const probe: Request = {
      ...given.update({ id }, { subscriptions: long }),
      intent: 'probe',
    }
    given.longLists = isAccepted(await streams.update(id, probe, {}))
  }
  const field = knowledge.forwardingStateField
  const state = field === null ? undefined : stream[field]
  if (state !== undefined) knowledge.observe('initial-state', state)
}

// Several members hold a state: the forwarding state is the one that follows when it is sent.
async function moving(
  candidates: readonly (readonly [string, unknown])[],
  id: string,
  given: Resources['given'],
  streams: Resources['streams'],
): Promise<string | undefined> {
  for (const [name, value] of candidates) {
    const other = value === 'enabled' ? 'disabled' : 'enabled'
    const probe: Request = { ...given.update({ id }, { [name]: other }), intent: 'probe' }
    const exchange = await streams.update(id, probe, {})
    if (isAccepted(exchange) && acceptedBody(exchange)[name] === other) return name
  }
  return undefined
}
