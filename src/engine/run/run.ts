// Runs the phases: plan -> preflight -> examples -> boundaries -> random -> stateful -> clean-up.
import { unguessable } from '../../base/chance.ts'
import { nowMs, tickMs, today } from '../../base/clock.ts'
import type { Depth } from '../../base/depth.ts'
import type { Phase, RunEvent } from '../../base/event.ts'
import { suppressionOf } from '../../base/suppression.ts'
import { type Contract, isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import type { Blocker } from '../judge/verdict.ts'
import { Ledger } from '../ledger/ledger.ts'
import { firstEntry } from '../ledger/ledger-entry.ts'
import { inOrder } from '../plan/check-order.ts'
import { type PlannedCheck, planChecks, scopeOf } from '../plan/planned-check.ts'
import { leftOutOfProfile } from '../plan/scope.ts'
import { selectFor } from '../plan/selection.ts'
import { loadAdapters, loadSuites } from '../plan/suite-files.ts'
import { otherModes } from '../plan/write-modes.ts'
import { effectOf } from '../requests/operation-request.ts'
import type { Resources } from '../resources.ts'
import { checkPhases, Scheduler } from '../schedule/scheduler.ts'
import type { RequestCount } from '../session/request-count.ts'
import type { Session } from '../session/session.ts'
import { profileClauses } from '../watch/profile-clause.ts'
import { awaitsExploration, explore } from './exploration.ts'
import { concludeWatch, judgeClauses } from './judgement.ts'
import { closeRun, kindsThatMayStay } from './leftovers.ts'
import { openSession } from './open-session.ts'
import { preflight } from './preflight.ts'
import { RunDepth } from './run-depth.ts'
import { startEvent } from './start-event.ts'
import { answeredUnsupported } from './unsupported-operations.ts'

export interface RunHooks {
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
  readonly requestCount?: RequestCount
  readonly failsAtOnce?: boolean | undefined
}

/**
 * Faults of a tenant become verdicts, never exceptions.
 * @throws ConfigurationError if the ledger of an earlier run exists, or if the ledger cannot be written
 */
export async function runChecks(given: RunConfig, hooks: RunHooks): Promise<void> {
  const { emit, signal, requestCount, failsAtOnce } = hooks
  const startedTickMs = tickMs()
  const { contract } = given
  const suites = await loadSuites(contract)
  const selection = selectFor(given, planChecks(contract, suites))
  const { clauses: selected, checks: planned, shared, leftOut, notAfforded } = selection
  const depth = new RunDepth(given, selection, requestCount === undefined && isShipped(contract))
  const config = depth.configAt(depth.atFirst)
  const checks = inOrder(planned, config.order, config.seed, scopeOf)
  const day = today()
  const marker = `tc-${unguessable(4)}`
  const ledger = new Ledger(config.ledgerFile, config.mask)

  const { session, resources, client } = openSession({
    ...{ config, marker, ledger, emit, signal, requestCount, failsAtOnce, bounded: true },
    adapters: await loadAdapters(contract),
    suites,
    onExchange: (exchange) => emit({ type: 'exchange', exchange }),
    onWaited: (fromMs, durationMs) => emit({ type: 'waited', fromMs, durationMs }),
    onFirst: (clause, failure) => {
      if (!selected.has(clause)) return
      emit({
        type: 'observed',
        clause,
        atMs: nowMs(),
        failure: suppressionOf(clause, config.waivers, day) === null ? failure : null,
      })
    },
  })
  const { knowledge } = session
  const ofProfile = profileClauses(config.profile, contract)
  const clauses = [...contract.clauses.values(), ...ofProfile]
  const scheduler = new Scheduler(session, resources)
  let blocker: Blocker | null = null
  let disproved: ReadonlyMap<string, string> = new Map()
  try {
    await ledger.open(firstEntry(config, marker), kindsThatMayStay(config, resources))
    if (checks.some(({ delivering }) => delivering)) await resources.deliveries?.prepare()
  } catch (error) {
    // The run has sent no request yet.
    ledger.close(false)
    await client.close()
    throw error
  }
  try {
    emit(startEvent(config, clauses))
    const begin = (at: Depth): void => {
      const plan = depth.planAt(at)
      emit({
        type: 'planned',
        requests: plan?.expected.requests ?? null,
        clauses: plan?.clauses ?? [...selected].filter((id) => isObservable(id, contract)).length,
      })
    }
    begin(depth.atFirst)
    if (depth.settled !== null) emit({ type: 'depth', examples: config.examples, ...depth.settled })
    for (const message of config.notes) emit({ type: 'note', message })
    blocker = await checkAll(session, resources, scheduler, checks, async () => {
      disproved = await answeredUnsupported(session)
      if (depth.settled !== null) return
      const chosen = await depth.choose(session)
      emit({ type: 'depth', examples: session.config.examples, ...chosen })
      if (chosen.depth !== depth.atFirst) begin(chosen.depth)
    })
  } finally {
    // No resource and no connection may remain, even after a bug in this program.
    await closeRun(session, resources, ledger).finally(() => client.close())
  }
  await concludeWatch(session)
  const circumstances = {
    profile: config.profile,
    leftOut: new Map([
      ...leftOut,
      ...leftOutOfProfile(
        ofProfile,
        [...contract.clauses.values()].filter(({ id }) => selected.has(id)),
        config.scope,
      ),
    ]),
    notAfforded,
    shared: shared.size === 0 ? shared : new Set([...shared, ...ofProfile.map(({ id }) => id)]),
    blocker,
    disproved,
    interrupted: signal.aborted,
    notAllowed: new Set(
      [...contract.operations.values()]
        // The run does not know what an operation `other` without "acts" changes.
        .filter(
          (operation) =>
            (operation.act !== 'other' || operation.acts) &&
            !session.limits.allows(effectOf(contract, operation)),
        )
        .map(({ name }) => name),
    ),
    leftOutByMode: config.writesAsked ? `not allowed: --writes ${config.writes}` : null,
  }
  const unchecked = judgeClauses(clauses, session, resources, circumstances, day)
  emit({ type: 'coverage', constraints: resources.coverage.rows(contract, knowledge.schemaAnswers) })
  emit({ type: 'open-points', answers: knowledge.answers() })
  emit({
    type: 'run-finished',
    durationMs: tickMs() - startedTickMs,
    traffic: client.traffic(),
    interrupted: signal.aborted,
    order: scheduler.begun,
    ...(unchecked === 0
      ? {}
      : { unchecked: { clauses: unchecked, otherwise: otherModes(contract, config.writes) } }),
  })
}

/** @param settle chooses the depth after the tenant has responded */
async function checkAll(
  session: Session,
  resources: Resources,
  scheduler: Scheduler,
  checks: readonly PlannedCheck[],
  settle: () => Promise<void>,
): Promise<Blocker | null> {
  const enter = (phase: Phase): void => {
    session.phase = phase
    session.emit({ type: 'phase-started', phase, atMs: nowMs() })
  }
  enter('preflight')
  const found = await session.counted('preflight', () => preflight(session, resources))
  if (found !== null) {
    if (found.misplaced) await scheduler.run(checks.filter(({ clause }) => clause.ofPlace))
    return found
  }
  await session.counted('preflight', settle)
  const phases = checkPhases.filter((phase) => phase !== 'random' || session.config.examples > 0)
  const exploring = session.counted('preflight', () => explore(session, resources, checks))
  try {
    await scheduler.runPhases(phases, checks, enter, {
      until: exploring,
      isHeld: (check) => awaitsExploration(session.contract, resources, check),
    })
  } finally {
    await exploring
  }
  return null
}

function isObservable(clause: string, { clauses }: Contract): boolean {
  return clauses.get(clause)?.unobservable === null
}
