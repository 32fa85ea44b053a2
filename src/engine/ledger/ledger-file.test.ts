// Tests that ledgers with any content can be read.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError } from '../../base/error.ts'
import { type LedgerEntry, leftoversOf } from './ledger-entry.ts'
import { type LedgerContents, ledgerBytesMax, ledgerFileIn, readLedger } from './ledger-file.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  file = ledgerFileIn(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const first = {
  entry: 'run',
  version: 1,
  marker: 'tc-0123abcd',
  baseUrl: 'https://tenant.example/api/v2',
  authUrl: 'https://tenant.example',
  tokenUrl: 'https://tenant.example/oauth/token/',
  audience: '/api/v2/',
  embedded: false,
  profile: null,
  fixtures: {},
}
const intent = { entry: 'intent', number: 1, kind: 'event-stream', name: 'tc-0123abcd 1' }
const created = { entry: 'created', number: 1, kind: 'event-stream', id: 'est_1' }
const policy = { entry: 'created', number: 2, kind: 'rate-limit-policy', id: 'rlp_1' }
const lines = (...entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

const reading = (text: string): LedgerContents => {
  writeFileSync(file, text)
  const contents = readLedger(file)
  if (contents === null) throw new Error('no ledger')
  return contents
}

test('resources that a run created and did not remove are left', () => {
  const gone = { entry: 'deleted', kind: 'event-stream', id: 'est_1' }
  expect(reading(lines(first, intent)).leftovers.intents).toHaveLength(1)
  expect(reading(lines(first, intent, created, policy))).toMatchObject({
    leftovers: {
      resources: new Map([
        ['event-stream', ['est_1']],
        ['rate-limit-policy', ['rlp_1']],
      ]),
      intents: [],
    },
    damagedCount: 0,
  })
  for (const entry of ['deleted', 'absent', 'disowned'])
    expect(
      reading(lines(first, intent, created, { ...gone, entry })).leftovers.resources.get('event-stream'),
    ).toEqual([])
  expect(reading(lines(first, intent, { entry: 'refused', number: 1 })).leftovers.intents).toEqual([])
})

const original = { enrollment_message: 'a' }
const digest = '0'.repeat(64)

test.each([
  [
    'as they are written now',
    'phone-templates',
    { entry: 'saved', kind: 'phone-templates', source: 'defaults', original },
    { entry: 'sent', kind: 'phone-templates', digests: [digest] },
    { entry: 'restored', kind: 'phone-templates' },
  ],
  [
    'as they once were',
    'templates',
    { entry: 'templates', source: 'defaults', original },
    { entry: 'templates-sent', digests: [digest] },
    { entry: 'templates-restored' },
  ],
])('a singleton is left until it is restored: entries %s', (_, kind, saved, sent, restored) => {
  const leftAfter = (...entries: object[]) => reading(lines(first, ...entries)).leftovers.saved.get(kind)
  expect(leftAfter(saved)).toEqual({ source: 'defaults', original, sent: null })
  expect(leftAfter(saved, sent)).toEqual({ source: 'defaults', original, sent: [digest] })
  expect(leftAfter(saved, sent, restored)).toBeUndefined()
})

test('an older ledger without sent values is recognised as such', () => {
  const saved = { entry: 'saved', kind: 'sign', original }
  expect(reading(lines(first, saved)).leftovers.saved.get('sign')).toMatchObject({ sent: 'unnoted' })
})

test('an incomplete last line after a kill is ignored, and earlier lines are complete', () => {
  const whole = lines(first, intent)
  const last = JSON.stringify(created)
  for (let cut = 1; cut < last.length; cut++) {
    const contents = reading(whole + last.slice(0, cut))
    expect(contents).toMatchObject({ damagedCount: 0, wholeBytes: whole.length })
    expect(contents.leftovers).toMatchObject({ resources: new Map(), intents: [intent] })
  }
  expect(reading(whole + last)).toMatchObject({
    leftovers: { resources: new Map([['event-stream', ['est_1']]]) },
    unended: true,
  })
})

test('an incomplete first line means that no request was sent', () => {
  const line = JSON.stringify(first)
  for (const cut of [0, 1, 5, 40, line.length - 1]) expect(reading(line.slice(0, cut)).first).toBeNull()
  expect(readLedger(join(folder, 'nothing'))).toBeNull()
})

test.each([
  'garbage',
  '\u0000\u0000\u0000\u0000',
  '[]',
  'null',
  '42',
  '{}',
  '{"entry":5}',
  '{"entry":"created"}',
  '{"entry":"created","number":null,"kind":"event-stream","id":{}}',
  '{"entry":"created","number":3,"kind":"","id":"lst_1"}',
  '{"entry":"quarantined","number":3,"kind":"event-stream","id":"est_2"}',
  '{"entry":"created","number":3,"kind":"event-stream","id":"est_2","region":"eu"}',
  '',
  'x'.repeat(2 ** 21),
])('an invalid line is reported, and the other lines are valid %#', (line) => {
  expect(reading(`${lines(first, intent)}${line}\n${lines(created)}`)).toMatchObject({
    damaged: [3],
    damagedCount: 1,
    leftovers: { resources: new Map([['event-stream', ['est_1']]]) },
  })
})

test('zeros after a power cut are not an incomplete line', () => {
  expect(reading(`${lines(first, intent)}${'\u0000'.repeat(500)}`)).toMatchObject({ damaged: [3] })
  expect(() => reading('\u0000'.repeat(500))).toThrow('is not a ledger of tenant-conformance')
})

test('a byte order mark and line ends from an editor are ignored', () => {
  const text = `\ufeff${lines(first, intent, created).replaceAll('\n', '\r\n')}`
  expect(reading(text)).toMatchObject({
    damagedCount: 0,
    leftovers: { resources: new Map([['event-stream', ['est_1']]]) },
  })
})

test.each([
  [lines(intent, created), /is not a ledger .* first line does not describe a run/],
  ['garbage\n', /is not a ledger/],
  [lines({ ...first, marker: 'owner' }), /is not a ledger/],
  [
    lines({ ...first, version: 2, sweeper: {} }, created),
    /is a ledger of version 2, .* reads version 1: sweep with/,
  ],
  [
    lines(first, created, { ...first, marker: 'tc-44444444' }),
    /contains two runs, the second from line 3 on/,
  ],
])('an ambiguous ledger is refused %#', (text, message) => {
  expect(() => reading(text)).toThrow(ConfigurationError)
  expect(() => reading(text)).toThrow(message)
})

test('a ledger without a version has the first version', () => {
  const { version: _, ...old } = first
  expect(reading(lines(old, created)).leftovers.resources.get('event-stream')).toEqual(['est_1'])
})

test('a large ledger is read; a ledger larger than any run writes is refused immediately', () => {
  writeFileSync(file, lines(first, created))
  truncateSync(file, 2 ** 25)
  expect(readLedger(file)).toMatchObject({
    damaged: [3],
    leftovers: { resources: new Map([['event-stream', ['est_1']]]) },
  })
  truncateSync(file, ledgerBytesMax + 1)
  expect(() => readLedger(file)).toThrow(/a ledger has at most 1073741824/)
})

test('a ledger with more leftovers than any run leaves is refused', () => {
  function* many(): Generator<LedgerEntry> {
    for (let number = 0; ; number++) yield { entry: 'intent', number, kind: 'event-stream', name: '' }
  }
  expect(() => leftoversOf(many(), 'ledger.jsonl')).toThrow(/more than 100000 remaining resources/)
})

test.each([
  ['a folder', () => mkdirSync(file)],
  ['a pipe', () => execFileSync('mkfifo', [file])],
  ['a link to a device that never ends', () => symlinkSync('/dev/zero', file)],
  ['a link to nothing', () => symlinkSync('/nowhere/at/all', file)],
  ['a link to itself', () => symlinkSync('ledger.jsonl', file)],
])('%s is not read', (_, make) => {
  make()
  expect(() => readLedger(file)).toThrow(ConfigurationError)
  expect(() => readLedger(file)).toThrow(/not a plain file of a run/)
})

test('an empty name is no valid folder', () => {
  for (const name of ['', ' ']) expect(() => ledgerFileIn(name)).toThrow('--report-dir is empty')
})
