// The mask hides every twelve consecutive characters of a secret, in any encoding.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodings } from './encodings.testing.ts'
import { redacted, Secret } from './secret.ts'
import { SecretMask } from './secret-mask.ts'

// Quotes a text for a shell as other tools do it.
const quotedOtherwise = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const quoted = (text: string): string => `'${text.replace(/['\u2018-\u201b]+/g, (run) => `'"${run}"'`)}'`

const maskOf = (...secrets: string[]): SecretMask => {
  const mask = new SecretMask()
  for (const secret of secrets) mask.add(secret)
  return mask
}

const names = Object.keys(encodings)

const secrets = fc.stringMatching(/^[\w.~-]{16,80}$/)

test('a secret in up to three encodings, cut anywhere, leaves no twelve consecutive characters', () => {
  const chains = fc.array(fc.constantFrom(...names), { maxLength: 3 })
  fc.assert(
    fc.property(secrets, chains, fc.nat(), fc.nat(), (secret, chain, from, to) => {
      let text = secret
      for (const name of chain) text = encodings[name]?.[0](text) ?? ''
      const [start, end] = [from % text.length, to % text.length].sort((a, b) => a - b) as [number, number]
      // The characters around the secret belong to none of the encodings.
      const written = `: "${text.slice(start, end)}", !`
      const masked = maskOf(secret).mask(written)
      let left = masked.split(redacted).filter((part) => part.length >= 12)
      for (const name of [...chain, ''].reverse()) {
        for (const part of left)
          for (let at = 0; at + 12 <= secret.length; at += 1)
            expect(part.includes(secret.slice(at, at + 12)), `${name} ${part}`).toBe(false)
        left = left.flatMap((part) => encodings[name]?.[1](part) ?? [part])
      }
    }),
    { numRuns: 500 },
  )
})

// If a secret contains a comma, the mask does not divide texts at commas.
test('a text with commas is masked as if it were not divided', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^["\\ \n\w%&#;{}:-]{0,30}$/))
  const chains = fc.array(fc.constantFrom(...names), { maxLength: 3 })
  const parts = fc.array(fc.oneof(texts, chains), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(fc.oneof(secrets, fc.constantFrom('t-o7', 'p@ss w"rd')), parts, (secret, all) => {
      const written = all
        .map((part) =>
          typeof part === 'string'
            ? part
            : part.reduce((text, name) => encodings[name]?.[0](text) ?? '', secret),
        )
        .join(',')
      const whole = maskOf(secret, 'one, that stands in none of them').mask(written)
      expect(maskOf(secret).mask(written)).toBe(whole)
    }),
    { numRuns: 500 },
  )
})

test('hides a secret with a comma', () => {
  const mask = maskOf('a secret, Zk3-0iieo3h, with two')
  const { base64 = [String] } = encodings
  for (const write of [String, JSON.stringify, base64[0], encodeURIComponent])
    expect(mask.mask(`{"a":1,"b":${write('a secret, Zk3-0iieo3h, with two')},"c":2}`)).toMatch(
      /^\{"a":1,"b":"?\[redacted\]"?=*,"c":2\}$/,
    )
})

test.each(names)('%s: keeps the text around a secret', (name) => {
  const secret = 'Zk3-0iieo3h050ua-of-nobody'
  const written = `before {"a":1} ${encodings[name]?.[0](secret)} after, 100 % of it`
  const masked = maskOf(secret).mask(written)
  expect(masked).toMatch(/^before \{"a":1\} /)
  expect(masked).toMatch(/ after, 100 % of it$/)
  expect(masked).toContain(redacted)
})

test('hides a complete short secret, also encoded', () => {
  const mask = maskOf('p@ss w"rd')
  expect(mask.mask('with p@ss w"rd in it')).toBe(`with ${redacted} in it`)
  expect(mask.mask(JSON.stringify({ password: 'p@ss w"rd' }))).toBe(`{"password":"${redacted}"}`)
  expect(mask.mask(`?p=${encodeURIComponent('p@ss w"rd')}&q=1`)).toBe(`?p=${redacted}&q=1`)
  expect(mask.mask('with p@ss alone')).toBe('with p@ss alone')
})

test('hides a secret at each of several places', () => {
  const written = Buffer.from('{"password":"correct horse 42 battery"}').toString('base64')
  const masked = maskOf('correct horse 42 battery').mask(`${written} ~ ${written}`)
  const [before = '', behind = ''] = masked.split(' ~ ')
  expect(before).toContain(redacted)
  expect(behind).toBe(before)
})

test('hides a password with an apostrophe in a shell command', () => {
  const secret = "it's-a-'secret'-of-\u2019nobody"
  for (const line of [`-d ${quotedOtherwise(secret)}`, `-d ${quoted(secret)}`])
    expect(maskOf(secret).mask(line)).toMatch(/^-d '?\[redacted\]'?$/)
})

test('hides pieces of a secret with blanks as a form encodes them, and with line breaks', () => {
  const mask = maskOf('the quick brown fox jumps')
  for (const piece of ['?v=he+quick+brown+fox&w=1', 'e quick\r\n brown\tfox', 'dGhlIHF1aWNrIGJyb3duIGZveA=='])
    expect(mask.mask(piece)).toContain(redacted)
})

test('masks a text again after another secret becomes known', () => {
  const mask = maskOf('Zk3-0iieo3h050ua-of-nobody')
  const text = 'bearer 7hYg-another-token-of-nobody'
  expect(mask.mask(text)).toBe(text)
  mask.add('7hYg-another-token-of-nobody')
  expect(mask.mask(text)).toBe(`bearer ${redacted}`)
})

test('hides a token that contains any characters', () => {
  const text = 'a token \ud800 that is no text at all \udfff'
  expect(maskOf(text).mask(`<${text}>`)).toBe(`<${redacted}>`)
})

test('hides a secret beyond ASCII, also as bytes', () => {
  const secret = 'ключ-от-всех-дверей'
  for (const text of [secret, encodeURIComponent(secret), JSON.stringify(secret)])
    expect(maskOf(secret).mask(`<${text}>`)).not.toContain(text)
})

test('keeps everything that is not secret', () => {
  const mask = maskOf('Zk3-0iieo3h050ua-of-nobody')
  const text = '{"name":"tc-0a1b2c3d 4","id":"est_kPGBgF3w7EuWVobBnRecK5","at":"2026-01-02T03:04:05.678Z"}'
  expect(mask.mask(text)).toBe(text)
  expect(new SecretMask().mask('anything')).toBe('anything')
  expect(mask.holdsAny).toBe(true)
  expect(maskOf('abc').holdsAny).toBe(false)
  expect(maskOf('event').mask('{"event_type":"event"}')).toBe('{"event_type":"event"}')
})

test('masks names and values at any depth, and values of the type Secret', () => {
  const mask = maskOf('a-secret-of-the-operator')
  expect(
    mask.maskDeep({ 'a-secret-of-the-operator': [new Secret('x'), { b: 'a-secret-of-the-operator!' }] }),
  ).toEqual({
    [redacted]: [redacted, { b: `${redacted}!` }],
  })
})

test('shows a few whole words of a key, but hides more words or cut words', () => {
  const key = maskOf('new-syncthing-key-1')
  for (const shown of ['/work/new-syncthing/data', 'cd new-syncthing && ls', '{"path":"new-syncthing"}'])
    expect(key.mask(shown)).toBe(shown)
  for (const [text, shown] of [
    ['X-API-Key: new-syncthing-key-1', 'X-API-Key: [redacted]'],
    ['new-syncthing-key-1/new-syncthing', '[redacted]/new-syncthing'],
    ['new-syncthing-key', '[redacted]'],
    ['new-syncthing-k', '[redacted]'],
    ['new-syncthin', '[redacted]'],
    ['ew-syncthing', '[redacted]'],
    ['new-syncthing… (8 more)', '[redacted]… (8 more)'],
  ] as const)
    expect(key.mask(text)).toBe(shown)
  // Parts of passphrases and of random characters are always hidden.
  expect(maskOf('correct horse battery staple').mask('correct horse')).toBe(redacted)
  expect(maskOf('correct-horse-battery-staple').mask('correct-horse-battery')).toBe(redacted)
  expect(maskOf('9f8b7c6d-1a2b-3c4d-5e6f-0123456789ab').mask('9f8b7c6d-1a2b')).toBe(redacted)
  expect(maskOf('eyJhbGciOiJub25lIn0.eyJzdWIiOiJuZXcifQ.x').mask('eyJzdWIiOiJuZXcifQ')).toBe(redacted)
})

test('hides a secret that contains half of a character', () => {
  const mask = new SecretMask()
  mask.add('half-\ud800-secret-of-many')
  expect(mask.mask('a half-\ud800-secret-of-many b')).toBe('a [redacted] b')
  expect(mask.mask(encodeURIComponent('half-\ufffd-secret-of-many'))).toBe('[redacted]')
})
