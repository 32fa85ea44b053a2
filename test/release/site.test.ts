// Tests the documentation site: links, clause pages, and the absence of scripts.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { loadContract } from '../../src/contract/index.ts'
import { tenantFaults } from '../../src/tenant/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-site-'))
const clauses = [...loadContract().clauses.values()]
let files: ReadonlyMap<string, string> = new Map()

beforeAll(async () => {
  const script = join(packageRoot, 'scripts/site.mjs')
  await promisify(execFile)(process.execPath, [script, folder], { cwd: packageRoot })
  files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pageOf = (id: string): string => files.get(join('clauses', `${id}.html`)) ?? ''
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('every link leads to an existing file and anchor', () => {
  const dead: string[] = []
  let links = 0
  for (const [file, html] of files)
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?|mailto):/.test(address)) continue
      links++
      const [path = '', fragment] = decodeURI(address).split('#')
      const target = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(folder, target))) dead.push(`${file}: ${address}`)
      else if (fragment !== undefined && !files.get(target)?.includes(` id="${fragment}"`))
        dead.push(`${file}: ${address}, a place that is not there`)
    }
  expect(dead).toEqual([])
  expect(links).toBeGreaterThan(files.size * 10)
})

test('no page needs or has a script, and each has a title, one main heading and its language', () => {
  for (const [file, html] of files) {
    expect(html, file).not.toMatch(/<script|javascript:| on[a-z]+="/i)
    expect(html, file).toMatch(/<html lang="en">[\s\S]*<title>[^<{]+ · tenant-conformance<\/title>/)
    expect(html.match(/<h1[ >]/g), file).toHaveLength(1)
    expect(html, file).not.toMatch(/\{\{ (?:title|content|one|page)|\[object Object\]/)
  }
})

test('each clause has its page: statement, checks, faults, and remedies', async () => {
  const faults = await tenantFaults()
  for (const { id, statement, level, unobservable } of clauses) {
    const text = textOf(pageOf(id))
    expect(text, id).toContain(`${level} ${statement}`)
    expect(text, id).toContain('How it is checked')
    if (unobservable !== null) continue
    expect(text, id).toContain('How to repair a tenant')
    for (const { name, clauses: broken } of faults.filter((one) => one.clauses.includes(id)))
      expect(text, `${id} ${name} ${broken.join()}`).toContain(name)
  }
  expect(files.size).toBeGreaterThan(clauses.length)
})

test('nearly every clause shows an exchange, and none shows a secret', () => {
  const shown = clauses.filter(({ id }) =>
    /An exchange that shows the behaviour|What a run observed/.test(pageOf(id)),
  )
  expect(shown.length).toBeGreaterThan(0.9 * clauses.length)
  const all = clauses.map(({ id }) => textOf(pageOf(id))).join('\n')
  expect(all).toContain('authorization: Bearer [redacted]')
  expect(all).not.toMatch(/Bearer ey[\w-]+\.|throw-away-credential/)
})

test('each pattern of a remedy matches a clause', () => {
  const { mending } = JSON.parse(readFileSync(join(packageRoot, 'site/mending.json'), 'utf8')) as {
    readonly mending: readonly { readonly clauses: readonly string[] }[]
  }
  const speaksOf = (pattern: string): boolean =>
    clauses.some(({ name }) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name))
  expect(mending.flatMap((one) => one.clauses).filter((pattern) => !speaksOf(pattern))).toEqual([])
})

test('the words of the glossary are in order, each once', () => {
  const page = readFileSync(join(packageRoot, 'docs/glossary.md'), 'utf8')
  const words = [...page.matchAll(/^\| (?!word)([a-z][a-z ]+) \|/gm)].map(([, word]) => word)
  expect(words.length).toBeGreaterThan(30)
  expect(words).toEqual([...new Set(words)].sort())
})
