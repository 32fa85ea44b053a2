// A run that fills every section of a report.
import type { RunEvent } from '../../src/base/event.ts'
import { baseUrl, clause, constraint, exchange, failure, sampleEvents, tool } from './sample.ts'

/** Returns a run that fills every section of a report, with a baseline. Names also contain `hostile`. */
export function fullEvents(hostile = ''): RunEvent[] {
  const startedAtMs = 1_790_000_000_000
  const [first, ...others] = sampleEvents(hostile)
  if (first?.type !== 'run-started') throw new Error('a run begins with its start')
  const families = ['states', 'limits', `others${hostile}`]
  const clauses = first.clauses.map((one, index) => {
    const family = families[index % families.length] ?? ''
    const operation =
      one.operation === 'custom-signing-keys.get' ? `${one.operation}${hostile}` : one.operation
    return index === 0 ? one : { ...one, operation, family }
  })
  const more = [
    'event-streams.update.name-changes',
    'event-streams.update.stored',
    'phone-templates.update.stored',
  ]
  const passed = exchange(9, '{"name":"b"}', JSON.stringify({ name: `b${hostile}` }))
  return [
    {
      ...first,
      contract: { name: 'management-api', title: `Management API${hostile}`, version: '2', families },
      clauses: [...clauses, ...more.map((id) => ({ ...clause(id), family: 'states' }))],
    },
    ...others.filter(({ type }) => type !== 'run-finished'),
    { type: 'phase-started', phase: 'random', atMs: startedAtMs + 700 },
    {
      type: 'exchange',
      exchange: { ...exchange(10, '{}', '{}'), operation: `token${hostile}`, response: null },
    },
    { type: 'waited', fromMs: startedAtMs + 800, durationMs: 240 },
    ...(['created', 'triggered', 'delivered', 'state', 'updated'] as const).map(
      (act, index): RunEvent => ({
        type: 'delivery',
        forwarder: 1 + (index % 2),
        atMs: startedAtMs + 100 * index,
        act,
        what: act === 'state' ? `disabled${hostile}` : act === 'delivered' ? '500' : '201',
      }),
    ),
    {
      type: 'clause-judged',
      clause: 'event-streams.update.name-changes',
      verdict: 'pass',
      reason: '3 observations',
      evidence: 3,
      durationMs: 12,
      observation: {
        kind: 'as-sent',
        exchange: passed,
        control: exchange(7, '{"name":"a"}', '{"name":"a"}'),
      },
      compared: [`event-streams.update /name${hostile}`],
      failures: [],
    },
    ...more.slice(1).map(
      (id): RunEvent => ({
        type: 'clause-judged',
        clause: id,
        verdict: 'fail',
        reason: `the status was not kept${hostile}`,
        evidence: 1,
        violations: 4,
        failures: [
          {
            ...failure(hostile),
            steps: [exchange(5, '{"name":"s"}', '{}'), exchange(6, `{"name":"${hostile}`, '{}')],
          },
        ],
      }),
    ),
    {
      type: 'coverage',
      constraints: [constraint(`/other${hostile}`, `pattern${hostile}`, true, false, 'open')],
    },
    {
      type: 'open-points',
      answers: [
        {
          id: `order${hostile}`,
          part: '5',
          question: 'Which first?',
          answer: [401, 404],
          source: 'observed',
          observed: [
            { value: 401, count: 2 },
            { value: `4${hostile}`, count: 1 },
          ],
        },
      ],
    },
    {
      type: 'baseline',
      file: `before${hostile}/report.json`,
      tool,
      startedAt: '2026-09-01T10:00:00.000Z',
      outcome: 'conformant',
      target: { baseUrl: `${baseUrl}${hostile}`, profile: null },
      run: { strict: false, interrupted: false },
      clauses: [
        { id: 'event-streams.update.stored', level: 'MUST', verdict: 'pass', reason: '' },
        { id: 'event-streams.create.name-length', level: 'MUST', verdict: 'fail', reason: '' },
        { id: `gone${hostile}`, level: 'MUST', verdict: 'pass', reason: '' },
      ],
      openPoints: [
        {
          id: 'success-code.update',
          part: '4.5',
          question: 'Which code?',
          answer: `2${hostile}`,
          source: 'declared',
        },
      ],
    },
    ...others.filter(({ type }) => type === 'run-finished'),
  ]
}
