// Sample runs for the tests of reports. One of them is ordinary, and one contains hostile texts.
import type { ClauseInfo, Failure, RunEvent } from '../../src/base/event.ts'
import type { Exchange } from '../../src/base/exchange.ts'
import type { Suppression } from '../../src/base/suppression.ts'
import type { Level } from '../../src/base/verdict.ts'

export const tool = { name: 'tenant-conformance', version: '0.1.0' }
export const baseUrl = 'http://127.0.0.1:4010/api/v2'

/** Returns a clause. The default part is 4.5. */
export function clause(id: string, level: Level = 'MUST', part = '4.5'): ClauseInfo {
  return { id, level, part, operation: id.split('.').slice(0, 2).join('.'), statement: `What ${id} states.` }
}

/** Returns an exchange with status 200. */
export function exchange(id: number, requestBody: string, responseBody: string): Exchange {
  return {
    id,
    principal: 'full',
    operation: 'event-streams.update',
    request: {
      method: 'PATCH',
      url: `${baseUrl}/event-streams/est_8sQ?x=1`,
      headers: { authorization: 'Bearer hush-hush-token', 'content-type': 'application/json' },
      body: requestBody,
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: responseBody,
      bodyBytes: Buffer.byteLength(responseBody),
      wellFormed: true,
    },
    failure: null,
    startedAtMs: 1_790_000_000_000 + id * 41,
    durationMs: 3.25,
  }
}

/** Returns a failure. The control has an earlier number than the failed exchange. */
export function failure(hostile = ''): Failure {
  return {
    message: `the stream stayed enabled${hostile}`,
    expected: 'status "disabled" in the response',
    received: `200 {"status":"enabled"${hostile}}`,
    pointers: ['/status'],
    exchange: exchange(8, '{"status":"disabled"}', `{"status":"enabled"${hostile}}`),
    control: exchange(7, '{"name":"a"}', `{"name":"a"${hostile}}`),
    curl: `curl -X PATCH "$TENANT_BASE_URL/event-streams/est_8sQ" \\\n  -H "Authorization: Bearer $TENANT_ACCESS_TOKEN" -d '{"status":"disabled"}${hostile}'`,
    seed: 42,
    path: '3:1',
  }
}

/** Returns a run with every verdict. Each text of the tenant contains `hostile`. */
export function sampleEvents(hostile = '', { strict = false } = {}): RunEvent[] {
  const judged = (
    id: string,
    verdict: Extract<RunEvent, { type: 'clause-judged' }>['verdict'],
    reason: string,
    more: { evidence?: number; failures?: readonly Failure[]; waived?: Suppression; gap?: Suppression } = {},
  ): RunEvent => ({
    type: 'clause-judged',
    clause: id,
    verdict,
    reason: reason + hostile,
    evidence: 0,
    failures: [],
    ...more,
  })
  return [
    {
      type: 'run-started',
      tool,
      target: { baseUrl, authUrl: 'http://127.0.0.1:4010', embedded: true, profile: 'reference' },
      seed: 42,
      startedAtMs: 1_790_000_000_000,
      options: { examples: 25, writes: 'destructive', only: [] },
      strict,
      clauses: [
        clause('event-streams.update.enabled-to-disabled'),
        clause('event-streams.create.name-length', 'MUST', '4.4'),
        clause('event-streams.create.no-5xx', 'SHOULD', '4.4'),
        clause('phone-templates.update.round-trip', 'MUST', '4.1'),
        clause('phone-templates.update.scope', 'MUST', '5'),
        clause('custom-signing-keys.get.x5t', 'MUST', '4.3'),
        clause('rate-limit-policies.delete.gone', 'MUST', '4.2'),
        clause('rate-limit-policies.delete.headers', 'MUST', '7'),
        clause('rate-limit-policies.delete.independent', 'MUST', '4.2'),
        clause('rate-limit-policies.delete.non-global', 'MUST', '5'),
      ],
    },
    { type: 'planned', requests: 40, clauses: 8 },
    { type: 'phase-started', phase: 'preflight', atMs: 1_790_000_000_001 },
    { type: 'exchange', exchange: exchange(7, '{"name":"a"}', `{"name":"a"${hostile}}`) },
    { type: 'phase-started', phase: 'examples', atMs: 1_790_000_000_300 },
    { type: 'exchange', exchange: exchange(8, '{"status":"disabled"}', `{"status":"enabled"${hostile}}`) },
    {
      type: 'observed',
      clause: 'event-streams.create.name-length',
      atMs: 1_790_000_000_400,
      failure: null,
    },
    {
      type: 'observed',
      clause: 'event-streams.update.enabled-to-disabled',
      atMs: 1_790_000_000_410,
      failure: `the stream stayed enabled${hostile}`,
    },
    {
      type: 'observed',
      clause: 'event-streams.create.no-5xx',
      atMs: 1_790_000_000_420,
      failure: `the stream stayed enabled${hostile}`,
    },
    judged('event-streams.update.enabled-to-disabled', 'pass', 'a toggle was seen', { evidence: 2 }),
    judged('event-streams.update.enabled-to-disabled', 'fail', 'the stream stayed enabled', {
      failures: [failure(hostile)],
    }),
    judged('event-streams.create.name-length', 'pass', '128 accepted, 129 refused', { evidence: 4 }),
    judged('event-streams.create.no-5xx', 'fail', 'a 500 for malformed JSON', {
      failures: [{ ...failure(hostile), control: null, path: null }],
    }),
    judged('phone-templates.update.round-trip', 'fail', 'white space was trimmed', {
      failures: [failure(hostile), failure(hostile)],
      waived: { clause: '*.round-trip', reason: `known since 2025${hostile}`, expires: '2027-05-31' },
    }),
    judged('phone-templates.update.scope', 'not-run', 'supply TENANT_LIMITED_ACCESS_TOKEN'),
    judged('rate-limit-policies.delete.non-global', 'not-run', 'supply TENANT_NON_GLOBAL_ACCESS_TOKEN', {
      gap: {
        clause: 'rate-limit-policies.delete.non-global',
        reason: `every client is global here${hostile}`,
      },
    }),
    judged('custom-signing-keys.get.x5t', 'inconclusive', 'no key carries a certificate'),
    judged('rate-limit-policies.delete.gone', 'error', 'TypeError in the check'),
    judged('rate-limit-policies.delete.headers', 'not-applicable', 'the profile declares no rate limit'),
    {
      type: 'open-points',
      answers: [
        { id: 'success-code.update', part: '4.5', question: 'Which code?', answer: 200, source: 'observed' },
        { id: 'field', part: '3', question: `Which name?${hostile}`, answer: hostile, source: 'declared' },
        { id: 'token-lifetime', part: '5', question: 'How long?', answer: null, source: 'unknown' },
      ],
    },
    {
      type: 'coverage',
      constraints: [
        constraint('/name', 'maxLength', true, true, null),
        constraint('/name', 'minLength', true, false, null),
        constraint('/id', 'minLength', true, false, `not expressible in a path${hostile}`),
      ],
    },
    { type: 'note', message: `further member "x"${hostile} in responses` },
    { type: 'resource', action: 'created', kind: 'event-stream', id: `est_1${hostile}` },
    { type: 'resource', action: 'leaked', kind: 'event-stream', id: `est_1${hostile}` },
    {
      type: 'run-finished',
      durationMs: 1234.5,
      traffic: { requests: 2, writes: 2, rateLimited: 1, waitedMs: 40, byStatus: { '200': 2 } },
      interrupted: false,
    },
  ]
}

export function constraint(
  pointer: string,
  keyword: string,
  inside: boolean,
  outside: boolean,
  reason: string | null,
) {
  return { operation: 'event-streams.create', pointer, keyword, clause: null, inside, outside, reason }
}

/** A text that attacks every report format. */
export const hostileText = [
  '\n✓ MUST all-is-well\r\u001b[2J\u001b]0;owned\u0007\u009b31m\u007f\u0000\u0008',
  '\u202egnp.exe\u2066\u200b\ufeff\u2028\u2029\u{e0041}',
  '\ud800 \udfff \udc00 \ufffe\uffff',
  ']]><!-- --><skipped/><![CDATA[ </failure></testcase></testsuites> &lt; &#0; <?xml?>',
  `<script>alert(1)</script><img src=x onerror="alert(1)">'"--></style></script></textarea>`,
  '``` ` | </code></details> [x](javascript:alert(1)) ![i](http://evil.example/p.png) @admin #1 \\ <b>',
].join(' ')
