// Runs the shell lines in real shells. The lines must forge the same tokens as the run.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { exportJWK, exportSPKI, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { forgedToken, forgeryNames, isDerived } from '../tokens/forgery.ts'
import { decodeToken } from '../tokens/jwt.ts'
import { serve } from '../wire/loopback.testing.ts'
import { forgedTokenLines } from './forged-token.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const tokenOf = (sub: string): Promise<string> =>
  new SignJWT({ scope: 'read:a', sub })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
    .setExpirationTime(4_000_000_000)
    .sign(privateKey)
const [genuine, other] = [await tokenOf('me@clients'), await tokenOf('somebody@clients')]
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' }

async function madeBy(lines: string): Promise<string> {
  const base = await serve((_, response) => response.end(JSON.stringify({ keys: [{ kty: 'RSA' }, jwk] })))
  const variables = {
    PATH: process.env.PATH,
    TENANT_BASE_URL: `${base}/api/v2`,
    TENANT_ACCESS_TOKEN: genuine,
    TENANT_LIMITED_ACCESS_TOKEN: other,
  }
  const running = promisify(execFile)('/bin/sh', [], { env: variables })
  running.child.stdin?.end(`${lines}\nprintf %s "$FORGED_TOKEN"\n`)
  return (await running).stdout
}

// Each run of these lines creates a new key, so their tokens differ.
const byOtherKey = (name: string): boolean => /^(?:other-key|embedded-key|key-address)/.test(name)
const derived = forgeryNames.filter((name) => isDerived(name) || name === 'long-token')
const untold = 'second-public-key-secret'

test.each(derived.filter((name) => name !== untold && !byOtherKey(name)))('%s', async (name) => {
  const publicKeys = [await exportSPKI(publicKey).then((pem) => `${pem.trimEnd()}\n`)]
  const lines = forgedTokenLines(name) ?? ''
  expect(lines).toMatch(/^# FORGED_TOKEN: .+\nFORGED_TOKEN=.+$/)
  expect(lines.length).toBeLessThan(720)
  expect(await madeBy(lines)).toBe(forgedToken(name, genuine, { publicKeys, other })?.reveal())
})

test.each(derived.filter(byOtherKey))('%s', async (name) => {
  const lines = forgedTokenLines(name) ?? ''
  expect(lines.length).toBeLessThan(850)
  const made = await madeBy(lines)
  const [is, was] = [made, forgedToken(name, genuine)?.reveal() ?? ''].map(decodeToken)
  expect(is?.payload).toEqual(was?.payload)
  const { x5c: _, ...header } = (was?.header ?? {}) as { readonly x5c?: unknown }
  expect(Object.keys(is?.header ?? {}).sort()).toEqual(Object.keys(header).sort())
  expect([is?.header.alg, is?.header.kid]).toEqual([was?.header.alg, was?.header.kid])
  await expect(jwtVerify(made, publicKey)).rejects.toThrow('signature verification failed')
})

test('a token that no line can forge is described in words; a token of the environment needs no line', () => {
  expect(forgedTokenLines(untold)).toMatch(/^# FORGED_TOKEN: .+$/)
  expect(forgedTokenLines("it's\nnew")).toBe(
    '# FORGED_TOKEN: a token derived from $TENANT_ACCESS_TOKEN: "itsnew"',
  )
  for (const name of [
    'full',
    'limited',
    'none',
    'expired',
    ...forgeryNames.filter((one) => !derived.includes(one)),
  ])
    expect(forgedTokenLines(name)).toBeNull()
})

test('the forging process has no token in its arguments', () => {
  for (const name of derived) {
    const [, line = ''] = (forgedTokenLines(name) ?? '').split('\n')
    for (const command of line.split('|').slice(1)) expect(command, name).not.toContain('ACCESS_TOKEN')
    // printf is a builtin of the shell, so no process has the token as an argument.
    if (line.includes('node'))
      expect(line).toMatch(/^FORGED_TOKEN=\$\(printf %s "\$TENANT_ACCESS_TOKEN" \| node -[ep] '/)
  }
})
