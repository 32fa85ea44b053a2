// Tests that no writer of outputs reveals a secret, in any encoding.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { encodings } from '../../src/base/encodings.testing.ts'
import type { RunEvent } from '../../src/base/event.ts'
import { describeResponse, type Exchange } from '../../src/base/exchange.ts'
import { packageRoot } from '../../src/base/package-root.ts'
import { SecretMask } from '../../src/base/secret-mask.ts'
import { visibleJson } from '../../src/base/visible.ts'
import { guarded } from '../../src/cli/guarded-terminal.ts'
import { loadContract } from '../../src/contract/index.ts'
import { Ledger } from '../../src/engine/ledger/ledger.ts'
import { observedProfile } from '../../src/profile/index.ts'
import {
  createEventLog,
  diffReports,
  exchangesOfReport,
  formats,
  harFormat,
  liveProgress,
  mergeReports,
  type Report,
  terminalDiff,
  terminalReport,
  toHar,
  toReport,
} from '../../src/report/index.ts'
import { plainEnvironment } from '../../src/settings/environment.ts'
import { rendered } from '../report/rendered.ts'
import { baseUrl, exchange, failure, sampleEvents, tool } from '../report/sample.ts'

const contract = loadContract()
const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns an exchange with `text` in headers, in members and in the redirect. */
function parroted(one: Exchange, text: string): Exchange {
  const body = JSON.stringify({ [text]: [text, { deep: text }], message: text })
  return {
    ...one,
    request: { ...one.request, url: `${one.request.url}&q=${text}`, body: `${one.request.body}${text}` },
    response: {
      status: 500,
      headers: { [`x-${text}`]: text, location: `/login?state=${text}`, 'www-authenticate': text },
      body,
      bodyBytes: body.length,
      wellFormed: true,
    },
    failure: { kind: 'malformed', message: `The tenant answered with a status line of its own (${text}).` },
  }
}

/** Returns a run with `text` at every position. */
function parrotedRun(text: string): RunEvent[] {
  const [control, sent] = [parroted(exchange(7, '', ''), text), parroted(exchange(8, '', ''), text)]
  const failed = {
    ...failure(text),
    exchange: sent,
    control,
    // Shortens the text before the mask sees it, because a check can do the same.
    received: describeResponse(sent),
  }
  return sampleEvents(text).flatMap((event): RunEvent[] => {
    if (event.type === 'exchange') return [{ type: 'exchange', exchange: sent }, event]
    if (event.type === 'clause-judged' && event.verdict === 'fail')
      return [{ ...event, failures: [failed], compared: [`/${text}`] }]
    if (event.type !== 'open-points') return [event]
    const observed = [{ value: { [text]: text }, count: 1 }]
    return [{ ...event, answers: event.answers.map((one) => ({ ...one, answer: [text], observed })) }]
  })
}

/** Returns the output of each writer. */
async function written(text: string, mask: SecretMask): Promise<Readonly<Record<string, string>>> {
  const events = parrotedRun(text)
  const told: string[] = []
  const log = createEventLog(mask)
  const progress = { write: (line: string) => void told.push(line), isTTY: false, color: false, width: 80 }
  log.subscribe(liveProgress({ ...progress, verbose: true }))
  const heard: RunEvent[] = []
  log.subscribe((event) => heard.push(event))
  for (const event of events) log.record(event)
  const report: Report = toReport(heard)
  const clean = toReport(sampleEvents())
  const terminal = { color: false, verbose: true, quiet: false, width: 100, files: [] }
  const errors: string[] = []
  guarded(
    {
      ...progress,
      error: (line) => void errors.push(line),
      ci: { write: (line) => void errors.push(line), error: (line) => void errors.push(line) },
      onStop: () => () => undefined,
    },
    mask,
  ).error(mask.redact(`--base-url is "${text}", which is no address.`))
  return {
    events: JSON.stringify(heard),
    verbose: told.join(''),
    terminal: terminalReport(report, terminal),
    quiet: terminalReport(report, { ...terminal, quiet: true }),
    ...Object.fromEntries(
      [...Object.values(formats), harFormat('all'), harFormat('failures')].map((format, number) => [
        `${format.file} ${number}`,
        rendered(format, heard),
      ]),
    ),
    merge: terminalReport(mergeReports([shard(report, '1/2'), shard(report, '2/2')]), terminal),
    diff: terminalDiff(diffReports(clean, report), { color: false }),
    har: visibleJson(toHar(exchangesOfReport(report), tool)),
    profile: visibleJson(observedProfile({ name: 'acme' }, report.openPoints, contract)),
    ledger: await ledgerOf(text, mask),
    errors: errors.join(''),
  }
}

function shard(report: Report, part: string): Report {
  return { ...report, run: { ...report.run, options: { ...report.run.options, shard: part } } }
}

async function ledgerOf(text: string, mask: SecretMask): Promise<string> {
  const file = join(folder, 'ledger.jsonl')
  const ledger = new Ledger(file, mask)
  const place = { baseUrl, authUrl: baseUrl, tokenUrl: baseUrl, audience: 'a' }
  await ledger.open({
    entry: 'run',
    marker: 'tc-0a1b2c3d',
    ...place,
    embedded: true,
    profile: null,
    fixtures: {},
  })
  ledger.created(await ledger.intend('event-stream', text), 'event-stream', text)
  ledger.disowned('event-stream', text)
  ledger.deleted('event-stream', text)
  const lines = readFileSync(file, 'utf8')
  ledger.close(false)
  return lines
}

/** Removes escapes and blanks from an output. */
function seen(output: string): string {
  return output
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(
      /&(quot|amp|lt|gt|apos);/g,
      (_, name) => ({ quot: '"', amp: '&', lt: '<', gt: '>' })[name as 'lt'] ?? "'",
    )
    .replace(/\\[nrt]/g, '')
    .replace(/\\u003[ae]|\\u0023/g, (code) => String.fromCharCode(Number.parseInt(code.slice(2), 16)))
    .replace(/\s/g, '')
    .replaceAll('\\', '')
}

/**
 * Divides the text into pieces. A piece is as long as the encoding of 16 characters of the secret, plus 8.
 * Returns the names of the outputs that contain a complete piece.
 * @param whole the complete text; `text` is a part of it
 * @param wrapped number of leading characters that do not depend on the secret
 */
function leaking(
  outputs: Readonly<Record<string, string>>,
  text: string,
  secret: string,
  whole = text,
  wrapped = 0,
): string[] {
  const said = seen(text).slice(seen(text.slice(0, wrapped)).length)
  const width = Math.ceil((seen(whole).length / secret.length) * 16) + 8
  const windows = Array.from({ length: Math.floor(said.length / width) }, (_, index) =>
    said.slice(index * width, (index + 1) * width),
  )
  return Object.entries(outputs)
    .filter(([, output]) => {
      const shown = seen(output)
      return windows.some((window) => shown.includes(window))
    })
    .map(([name]) => name)
}

const maskOf = (secret: string): SecretMask => {
  const mask = new SecretMask()
  mask.add(secret)
  return mask
}

const encoded = (secret: string, chain: readonly string[]): string =>
  chain.reduce((text, name) => encodings[name]?.[0](text) ?? text, secret)

/** Returns the number of leading characters that the encodings of all secrets share. */
function wrapping(secret: string, chain: readonly string[]): number {
  const [one, other] = [
    encoded(secret, chain),
    encoded(
      secret.replace(/./g, (c) => (c === 'x' ? 'y' : 'x')),
      chain,
    ),
  ]
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return same
}

test('no writer shows a secret, even in up to three encodings and cut at any position', async () => {
  const secrets = fc.stringMatching(/^[\w.~-]{32,80}$/)
  const chains = fc.array(fc.constantFrom(...Object.keys(encodings)), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(secrets, chains, fc.nat(60), async (secret, chain, from) => {
      const whole = encoded(secret, chain)
      // Cuts the text at any position.
      const start = from % whole.length
      const text = whole.slice(start)
      const outputs = await written(text, maskOf(secret))
      const wrapped = Math.max(0, wrapping(secret, chain) - start)
      expect(leaking(outputs, text, secret, whole, wrapped)).toEqual([])
    }),
    {
      numRuns: 20,
      // In this example, the cut is inside the leading characters that the encodings of all secrets share.
      examples: [
        [
          '~~a~aa.~-~~~a~~---.-a-~~.aa~.a.a-.~~..a~~-~~~a.-~.-~.a.-..~.~',
          ['JSON in JSON', 'JSON in JSON', 'base64'],
          3,
        ],
      ],
    },
  )
})

test('the judge of this test finds unmasked secrets in every writer', async () => {
  const secret = 'Zk3-0iieo3h050ua-of-nobody-and-long-enough-for-windows'
  const outputs = await written(secret, new SecretMask())
  expect(leaking(outputs, secret, secret)).toEqual(
    // The other outputs contain no text of a tenant.
    Object.keys(outputs).filter((name) => name !== 'quiet' && !name.startsWith('badge.json')),
  )
})

test.each(Object.keys(encodings))('the judge finds unmasked %s', async (name) => {
  const secret = 'Zk3-0iieo3h050ua-of-nobody-and-long'
  const text = encoded(secret, [name])
  const seenIn = leaking(await written(text, new SecretMask()), text, secret, text, wrapping(secret, [name]))
  expect(seenIn).toEqual(expect.arrayContaining(['events', 'terminal', 'ledger', 'errors']))
})

test.each(Object.keys(encodings))('no writer shows %s at the cut of a message', async (name) => {
  const secret = 'Zk3-0iieo3h050ua-of-nobody-and-long-enough-for-windows'
  const text = encodings[name]?.[0](secret) ?? ''
  // The program cuts the message after 300 characters.
  expect(leaking(await written(' '.repeat(284) + text, maskOf(secret)), text, secret)).toEqual([])
})

test('no writer shows a key made of words, and each shows a path with some of them', async () => {
  const [secret, path] = ['new-syncthing-key-1', '/work/new-syncthing/data']
  const holds = (outputs: Readonly<Record<string, string>>, text: string): string[] =>
    Object.keys(outputs).filter((name) => seen(outputs[name] ?? '').includes(text))
  const outputs = await written(`${secret} ${path}`, maskOf(secret))
  for (const text of [secret, secret.slice(0, -1), secret.slice(1), 'syncthing-key'])
    expect(holds(outputs, text)).toEqual([])
  expect(holds(outputs, path)).toEqual(expect.arrayContaining(['events', 'terminal', 'ledger', 'errors']))
  // The program cuts the message after 300 characters.
  for (const length of [284, 286, 288])
    expect(holds(await written(' '.repeat(length) + secret, maskOf(secret)), 'new-syncthin')).toEqual([])
})

test('the package starts only runs of one tenant each, sets no process title, and writes no temporary file that could contain a secret', () => {
  const sources = ['src', 'suites'].flatMap((name) =>
    readdirSync(join(packageRoot, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(file))
      .map((file) => join(name, file)),
  )
  const telling =
    /\b(?:node:)?(?:child_process|cluster|worker_threads)['"]|process\.(?:title|report|argv0)\b|\b(?:tmpdir|mkdtemp\w*)\(/
  expect(sources.length).toBeGreaterThan(100)
  // These uses are safe: git gets only a file name, a CA certificate is public, and the thread of the tenant
  // gets no environment variable.
  const asking = sources.filter((file) => telling.test(readFileSync(join(packageRoot, file), 'utf8')))
  const given: Readonly<Record<string, string>> = {
    'src/cli/fleet/child.ts': 'env: variablesFor(task, fleet, environment)',
    'src/diagnostics/git-status.ts': 'env: { ...plainEnvironment() } }',
    'src/library/embedded-tenant.ts': 'workerData: options, env: {} })',
    'src/library/tenant-thread.ts': 'startTenant(workerData as EmbeddedOptions)',
    'src/mock/tls/identity.ts': 'writeOrExplain([{ path: file, text: authority }]',
  }
  expect(asking.sort()).toEqual(Object.keys(given))
  for (const file of asking) expect(readFileSync(join(packageRoot, file), 'utf8')).toContain(given[file])
  expect(Object.keys(plainEnvironment())).toEqual(['PATH', 'HOME', 'SystemRoot'])
  // Only one file reads environment variables.
  expect(
    sources.filter((file) => /process\.env\b/.test(readFileSync(join(packageRoot, file), 'utf8'))),
  ).toEqual(['src/settings/environment.ts'])
})
