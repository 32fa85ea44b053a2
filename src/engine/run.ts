// A run, reported as events: plan -> preflight -> examples -> boundaries -> random -> stateful -> clean-up.
import { dirname } from 'node:path'
import { unguessable } from '../base/chance.ts'
import { nowMs, tickMs, today } from '../base/clock.ts'
import type { Depth } from '../base/depth.ts'
import type { ContractInfo, Failure, Phase, RunEvent } from '../base/event.ts'
import { type Leftover, leftoversOn, suppressionOf } from '../base/suppression.ts'
import { isSuppressible, mayBeSuppressed } from '../base/verdict.ts'
import { type Clause, type Contract, isShipped } from '../contract/index.ts'
import { exchangeOf } from '../oracle/index.ts'
import { cleanUp, type Leaked } from './clean-up.ts'
import type { RunConfig } from './config.ts'
import { disprovedBy } from './disproved.ts'
import { awaitsExploration, explore } from './explore.ts'
import type { Violation } from './judge/findings.ts'
import { reproduction } from './judge/reproduction.ts'
import { verdictOf } from './judge/verdict.ts'
import { Ledger } from './ledger/ledger.ts'
import { firstEntry } from './ledger/ledger-entry.ts'
import { openSession } from './open-session.ts'
import { inOrder } from './plan/order.ts'
import { type PlannedCheck, planChecks, scopeOf } from './plan/planned-check.ts'
import { leftOutOfProfile } from './plan/scope.ts'
import { selectFor } from './plan/selection.ts'
import { loadDrivers, loadSuites } from './plan/suite-files.ts'
import { otherModes } from './plan/write-modes.ts'
import { type Blocker, reach } from './reach.ts'
import { effectOf } from './requests/operation-request.ts'
import type { Resources } from './resources.ts'
import { RunDepth } from './run-depth.ts'
import { checkPhases, Scheduler } from './schedule/scheduler.ts'
import type { RequestCount } from './session/request-count.ts'
import type { Session } from './session/session.ts'
import { profileClauses } from './watch/profile-clause.ts'

export interface RunHooks {
  readonly emit: (event: RunEvent) => void
  /** Ends the run early, with clean-up and all verdicts. */
  readonly signal: AbortSignal
  readonly requestCount?: RequestCount
}

/**
 * Checks a tenant, whose faults end in verdicts, never in exceptions.
 * @throws ConfigurationError if the ledger of an earlier run is in the way, or can't be written
 */
export async function runChecks(given: RunConfig, { emit, signal, requestCount }: RunHooks): Promise<void> {
  const startedTickMs = tickMs()
  const { contract } = given
  const suites = await loadSuites(contract)
  // The operator's limits select the checks; the plan adds its own.
  const selection = selectFor(given, planChecks(contract, suites))
  const { clauses: selected, checks: planned, shared, leftOut, notAfforded } = selection
  // A run that is counted for plans has no plan.
  const depth = new RunDepth(given, selection, requestCount === undefined && isShipped(contract))
  const config = depth.configAt(depth.atFirst)
  const checks = inOrder(planned, config.order, config.seed, scopeOf)
  const day = today()
  const marker = `tc-${unguessable(4)}`
  const ledger = new Ledger(config.ledgerFile, config.mask)

  const { session, resources, client } = openSession({
    ...{ config, marker, ledger, emit, signal, requestCount, bounded: true },
    drivers: await loadDrivers(contract),
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
  const { knowledge, findings, monitor } = session
  const ofProfile = profileClauses(config.profile, contract)
  const clauses = [...contract.clauses.values(), ...ofProfile]
  const scheduler = new Scheduler(session, resources)
  let blocker: Blocker | null = null
  let disproved: ReadonlyMap<string, string> = new Map()
  try {
    await ledger.open(firstEntry(config, marker), kindsThatMayStay(config, resources))
    if (checks.some(({ delivering }) => delivering)) await resources.deliveries?.prepare()
  } catch (error) {
    // Nothing has begun, so nothing is reported or removed.
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
      disproved = await disprovedBy(session)
      if (depth.settled !== null) return
      const chosen = await depth.choose(session)
      emit({ type: 'depth', examples: session.config.examples, ...chosen })
      if (chosen.depth !== depth.atFirst) begin(chosen.depth)
    })
  } finally {
    // Even after a fault of our own nothing may stay at the tenant, or open.
    await leave(session, resources, ledger).finally(() => client.close())
  }
  const { outages, passingRefusals } = monitor
  for (const finding of [...outages.conclude(), ...passingRefusals.conclude()]) findings.add(finding)
  for (const finding of monitor.seeRateLimited(client.rateLimited())) {
    findings.add(finding)
    // A 429 may come after the check that looked for one.
    findings.settle(finding.clause)
  }
  for (const seconds of await session.principals.lifetimes()) monitor.observer.seeLifetime(seconds)
  monitor.observer.conclude()
  const { authenticationNote } = session.principals
  if (authenticationNote !== null) emit({ type: 'note', message: authenticationNote })
  for (const message of [...knowledge.contradictions(), ...outages.notes(), ...passingRefusals.notes()])
    emit({ type: 'note', message })
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
    // Each shard judges clauses of the profile.
    shared: shared.size === 0 ? shared : new Set([...shared, ...ofProfile.map(({ id }) => id)]),
    blocker,
    disproved,
    interrupted: signal.aborted,
    notAllowed: new Set(
      [...contract.operations.values()]
        .filter((operation) => !session.allows(effectOf(contract, operation)))
        .map(({ name }) => name),
    ),
    leftOutByMode: config.writesAsked ? `not allowed: --writes ${config.writes}` : null,
  }
  const failure = (violation: Violation): Failure => failureOf(violation, resources, config)
  let unchecked = 0
  for (const clause of clauses) {
    const { satisfied, violated, violations, compared, observation, durationMs } = findings.of(clause.id)
    const { verdict, reason, origin, notAllowed = false } = verdictOf(clause, findings, circumstances)
    if (notAllowed) unchecked += 1
    const waiver = verdict === 'fail' ? suppressionOf(clause.id, config.waivers, day) : null
    const isExcused = isSuppressible(verdict, reason) && mayBeSuppressed(origin)
    const gap = isExcused ? suppressionOf(clause.id, config.profile.gaps ?? [], day) : null
    emit({
      type: 'clause-judged',
      clause: clause.id,
      verdict,
      reason,
      ...(origin === undefined ? {} : { origin }),
      evidence: satisfied,
      ...(violated === 0 ? {} : { violations: violated }),
      ...(durationMs === null ? {} : { durationMs }),
      ...(verdict === 'pass' && observation !== null ? { observation } : {}),
      compared,
      failures: verdict === 'fail' ? violations.map(failure) : [],
      ...(waiver === null ? {} : { waived: waiver }),
      ...(gap === null ? {} : { gap }),
    })
  }
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

/** @param settle chooses the depth once the tenant answers @returns why nothing could be checked, or null */
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
  const found = await session.counted('preflight', () => reach(session, resources))
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

/** Cleans up, and stops the receiver. */
async function leave(session: Session, resources: Resources, ledger: Ledger): Promise<void> {
  try {
    session.phase = 'clean-up'
    session.emit({ type: 'phase-started', phase: 'clean-up', atMs: nowMs() })
    const leaked = await session.counted('clean-up', () => cleanUp(session, resources, ledger))
    const mayStay = leftoversOn(today(), session.config.profile.leftovers ?? [])
    const excuseFor = ({ irremovable }: Leaked): Leftover | undefined => mayStay.get(irremovable ?? '')
    const unexcused = leaked.filter((one) => excuseFor(one) === undefined)
    ledger.close(unexcused.length > 0)
    if (ledger.broken !== null)
      session.emit({ type: 'note', message: `Nothing was made from some moment on, as ${ledger.broken}.` })
    for (const one of leaked) {
      const { kind, id, irremovable, uncertain, reason } = one
      const excused = excuseFor(one)
      session.emit({
        ...{ type: 'resource', action: 'leaked', kind, id },
        ...(irremovable === undefined ? {} : { irremovable }),
        ...(uncertain === undefined ? {} : { uncertain: reason }),
        ...(excused === undefined ? {} : { excused }),
      })
    }
    // The others carry their reasons.
    const certain = unexcused.filter(({ uncertain }) => uncertain === undefined)
    for (const reason of new Set(certain.map((one) => one.reason)))
      session.emit({
        type: 'note',
        message: `What is left behind is left as ${reason}.${wayOut(session.config)}`,
      })
  } finally {
    // After a fault in clean-up a sweep can remove the rest.
    ledger.close(true)
    await resources.deliveries?.conclude()
  }
}

// Without a file no other process knows of it.
function wayOut({ ledgerFile }: RunConfig): string {
  return ledgerFile === null
    ? ''
    : ` When that is mended, \`tenant-conformance sweep --report-dir ${dirname(ledgerFile)}\` removes it.`
}

/** By their names in ledgers, with the fixtures that would remove them. */
function kindsThatMayStay(
  { profile, leftoversAccepted }: RunConfig,
  { pools }: Resources,
): ReadonlyMap<string, string> {
  const mayStay = leftoversOn(today(), profile.leftovers ?? [])
  return new Map(
    [...pools.values()].flatMap(({ kind, removable }) =>
      mayStay.has(kind.resource.name) || (leftoversAccepted && !removable)
        ? [[kind.name, kind.fixtures.remove] as const]
        : [],
    ),
  )
}

function startEvent(config: RunConfig, clauses: readonly Clause[]): RunEvent {
  return {
    type: 'run-started',
    target: {
      baseUrl: config.baseUrl,
      authUrl: config.authUrl,
      embedded: config.embedded,
      profile: config.profileName,
    },
    contract: contractInfo(config.contract),
    seed: config.seed,
    startedAtMs: nowMs(),
    options: {
      writes: config.writes,
      writesFrom: config.writesFrom,
      depth: config.depth,
      examples: config.examples,
      concurrency: config.concurrency,
      maxRequests: config.requestsMax,
      ...(config.minutesMax === null ? {} : { maxMinutes: config.minutesMax }),
      rate: config.ratePerSecond,
      timeoutMs: config.timeoutMs,
      tokenAuth: config.tokenAuth,
      only: config.scope.only,
      ...(config.scope.skip.length > 0 ? { skip: config.scope.skip } : {}),
      ...(config.scope.level === null ? {} : { level: config.scope.level }),
      ...(config.scope.parts.length > 0 ? { parts: config.scope.parts } : {}),
      ...(config.scope.operations.length > 0 ? { operations: config.scope.operations } : {}),
      ...(config.scope.tags.length > 0 ? { tags: config.scope.tags } : {}),
      shard: config.shard === null ? null : `${config.shard.index}/${config.shard.count}`,
      strict: config.strict,
      order: typeof config.order === 'string' ? config.order : 'given',
    },
    clauses: clauses.map(({ id, level, part, operation, statement, family, chains }) => ({
      id,
      level,
      part,
      operation,
      statement,
      ...(family === undefined ? {} : { family }),
      ...(chains === undefined ? {} : { chains }),
    })),
    strict: config.strict,
  }
}

function contractInfo(contract: Contract): ContractInfo {
  const { name, title, version, families } = contract
  return {
    name,
    title,
    version,
    ...(families.length === 0 ? {} : { families }),
    ...(isShipped(contract) ? {} : { unproven: 'this contract brings no reference tenant' }),
  }
}

function isObservable(clause: string, { clauses }: Contract): boolean {
  return clauses.get(clause)?.unobservable === null
}

function failureOf(
  { failure, path, before }: Violation,
  { pools, deliveries }: Resources,
  config: RunConfig,
): Failure {
  const { seed, mask } = config
  const { kind = 'condition', pointers, expected, received, exchange } = failure.detail
  const { control = null, steps = [] } = failure.detail
  const earlier = [...new Map([...before, ...steps].map((step) => [step.id, exchangeOf(step)])).values()]
  const curl = reproduction(
    failure.detail,
    before,
    (id) => [...pools.values()].map((pool) => pool.originOf(id)).find((one) => one !== undefined),
    { ...config, receiver: deliveries?.reached ?? null },
    (text) => mask.redact(text),
  )
  return {
    message: failure.message,
    expected,
    received,
    kind,
    ...(pointers === undefined ? {} : { pointers }),
    exchange: exchange && exchangeOf(exchange),
    control: control && exchangeOf(control),
    ...(earlier.length === 0 ? {} : { steps: earlier }),
    curl,
    seed,
    path,
  }
}
