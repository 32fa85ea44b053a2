// Masks secrets in events and clips long texts. Masks only texts from outside: otherwise a secret such as
// "pass" could change a verdict.

import { clip, splitClipped } from '../../base/clip.ts'
import type { Failure, OpenPointAnswer, PassingObservation, RunEvent } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { ExactNumber } from '../../base/numbers/exact-number.ts'
import { redacted } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Leftover, Suppression } from '../../base/suppression.ts'

const failuresKeptMax = 20
const textCharactersMax = 65_536
const observedBodyCharactersMax = 2_048
// The mask may fail to recognise a part of a secret up to this length.
const unsureCharactersMax = 32

const credentialHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
])

export interface Limits {
  /** In UTF-16 code units. */
  readonly bodyCharactersMax: number
}

export function redactEvent(event: RunEvent, mask: SecretMask, limits: Limits): RunEvent {
  switch (event.type) {
    case 'run-started': {
      const { baseUrl, authUrl } = event.target
      const target = { ...event.target, baseUrl: text(baseUrl, mask), authUrl: text(authUrl, mask) }
      return { ...event, target, options: deep(event.options, mask) }
    }
    case 'exchange':
      return { ...event, exchange: redactExchange(event.exchange, mask, limits) }
    case 'clause-judged':
      return {
        ...event,
        reason: text(event.reason, mask),
        ...(event.compared === undefined ? {} : { compared: event.compared.map((one) => text(one, mask)) }),
        ...(event.observation === undefined
          ? {}
          : { observation: redactObservation(event.observation, mask, limits) }),
        failures: event.failures
          .slice(0, failuresKeptMax)
          .map((failure) => redactFailure(failure, mask, limits)),
        ...(event.waived === undefined ? {} : { waived: redactExcuse(event.waived, mask) }),
        ...(event.gap === undefined ? {} : { gap: redactExcuse(event.gap, mask) }),
      }
    case 'open-points':
      return {
        ...event,
        answers: event.answers.map((point) => redactAnswer(point, mask)),
      }
    case 'note':
      return { ...event, message: text(event.message, mask) }
    case 'resource':
      return {
        ...event,
        id: text(event.id, mask),
        ...(event.excused === undefined ? {} : { excused: redactExcuse(event.excused, mask) }),
      }
    case 'coverage':
      return {
        ...event,
        constraints: event.constraints.map((constraint) => ({
          ...constraint,
          reason: constraint.reason && text(constraint.reason, mask),
        })),
      }
    case 'observed':
      return { ...event, failure: event.failure && text(event.failure, mask) }
    case 'delivery':
      return { ...event, what: text(event.what, mask) }
    case 'baseline':
      return {
        ...event,
        target: { ...event.target, baseUrl: text(event.target.baseUrl, mask) },
        clauses: event.clauses.map((clause) => ({
          ...clause,
          reason: text(clause.reason, mask),
          ...(clause.waived === undefined ? {} : { waived: redactExcuse(clause.waived, mask) }),
          ...(clause.gap === undefined ? {} : { gap: redactExcuse(clause.gap, mask) }),
        })),
        openPoints: event.openPoints.map((point) => redactAnswer(point, mask)),
      }
    case 'depth':
    case 'planned':
    case 'phase-started':
    case 'waited':
    case 'run-finished':
    case 'concluded':
      return event
  }
}

function redactAnswer(point: OpenPointAnswer, mask: SecretMask): OpenPointAnswer {
  return {
    ...point,
    question: text(point.question, mask),
    answer: deep(point.answer, mask),
    ...(point.observed === undefined ? {} : { observed: deep(point.observed, mask) }),
  }
}

// Every passed clause has an observation, so bodies must be short.
function redactObservation(
  { kind, exchange, control, steps, shows }: PassingObservation,
  mask: SecretMask,
  limits: Limits,
): PassingObservation {
  const shown = {
    bodyCharactersMax: Math.min(limits.bodyCharactersMax, observedBodyCharactersMax),
  }
  return {
    kind,
    exchange: exchange && redactExchange(exchange, mask, shown),
    control: control && redactExchange(control, mask, shown),
    ...(steps === undefined ? {} : { steps: steps.map((step) => redactExchange(step, mask, shown)) }),
    ...(shows === undefined ? {} : { shows: text(shows, mask) }),
  }
}

function redactExcuse<T extends Suppression | Leftover>(excuse: T, mask: SecretMask): T {
  return { ...excuse, reason: text(excuse.reason, mask) }
}

export function redactExchange(exchange: Exchange, mask: SecretMask, limits: Limits): Exchange {
  const { request, response, failure } = exchange
  // The mask may fail to recognise a secret that the limit cuts, so the mask gets more text.
  const readMax = 2 * limits.bodyCharactersMax + unsureCharactersMax
  const body = (value: string) => {
    const { beginning, leftOut } = splitClipped(value)
    const beyond = leftOut + Math.max(0, beginning.length - readMax)
    const masked = text(beginning.slice(0, readMax), mask, Number.POSITIVE_INFINITY)
    // Masking shortens the text, so a cut secret at the end can move inside the limit.
    const sure = beyond === 0 ? masked : masked.slice(0, Math.max(0, masked.length - unsureCharactersMax))
    return clip(sure, limits.bodyCharactersMax, beyond + masked.length - sure.length)
  }
  return {
    ...exchange,
    request: {
      method: request.method,
      url: text(request.url, mask),
      headers: redactHeaders(request.headers, mask),
      ...(request.headerCase === undefined ? {} : { headerCase: request.headerCase }),
      body: request.body === null ? null : body(request.body),
      ...(request.credentials === undefined ? {} : { credentials: deep(request.credentials, mask) }),
    },
    response: response && {
      ...response,
      headers: redactHeaders(response.headers, mask),
      body: body(response.body),
    },
    failure: failure && { ...failure, message: text(failure.message, mask) },
  }
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  mask: SecretMask,
): Readonly<Record<string, string>> {
  let shown = headers
  let isRenamed = false
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? ''
    const bare = credentialHeaders.has(name.toLowerCase()) ? credential(value) : text(value, mask)
    if (bare !== value) shown = { ...shown, [name]: bare }
    isRenamed ||= text(name, mask) !== name
  }
  if (!isRenamed) return shown
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [text(name, mask), value]))
}

// A check may send a wrong scheme, which could contain a secret.
function credential(value: string): string {
  const scheme = /^(?:Bearer|Basic|Digest|Token|Negotiate)(?= )/i.exec(value)?.[0]
  return scheme === undefined ? redacted : `${scheme} ${redacted}`
}

function redactFailure(failure: Failure, mask: SecretMask, limits: Limits): Failure {
  return {
    ...failure,
    message: text(failure.message, mask),
    expected: text(failure.expected, mask),
    received: text(failure.received, mask),
    exchange: failure.exchange && redactExchange(failure.exchange, mask, limits),
    control: failure.control && redactExchange(failure.control, mask, limits),
    ...(failure.steps && { steps: failure.steps.map((step) => redactExchange(step, mask, limits)) }),
    curl: commands(failure.curl, mask),
  }
}

// A mask could remove a closing quote, and the shell would then execute quoted text.
function commands(curl: string, mask: SecretMask): string {
  if (curl.length > textCharactersMax)
    return '# The requests are too long for a shell command: see the exchange in the report.'
  return mask.redact(curl) === curl
    ? curl
    : '# The requests contain masked values: see the exchange in the report.'
}

function deep<T>(value: T, mask: SecretMask): T {
  if (typeof value === 'string') return text(value, mask) as T
  if (Array.isArray(value)) return value.map((item) => deep(item, mask)) as T
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [text(key, mask), deep(member, mask)]),
  ) as T
}

function text(value: string, mask: SecretMask, charactersMax = textCharactersMax): string {
  return clip(mask.redact(value), charactersMax)
}
