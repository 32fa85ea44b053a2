// Text in an address: any text, and nowhere a way of encoding that throws for some.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packageRoot } from './package-root.ts'
import { uriEncoded } from './uri.ts'

test('any text can stand in a path, and reads the same again where UTF-8 can hold it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeURIComponent(uriEncoded(text))).toBe(text)
      expect(uriEncoded(`${text}/?#`)).toMatch(/^[\w.~!*'()%-]*$/)
    }),
  )
  expect(uriEncoded('a\ud800b')).toBe('a%EF%BF%BDb')
})

test('nothing else encodes what may come from a tenant', () => {
  const own = [
    'src/base/uri.ts',
    'src/base/uri.test.ts',
    'src/base/secret-mask.test.ts',
    'src/client/curl.ts',
  ]
  const others = ['src', 'suites']
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !own.includes(file))
    .filter((file) => /\bencodeURI(?:Component)?\(/.test(readFileSync(join(packageRoot, file), 'utf8')))
  expect(others).toEqual([])
})
