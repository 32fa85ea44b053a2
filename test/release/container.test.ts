// Builds the Dockerfile, and runs its images in clean root file systems. The processes have no root rights,
// may write only reports, and must handle signals. The test itself needs root rights.
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import type { Report } from '../../src/index.ts'
import { canMakeImages } from '../container/base-image.ts'
import { buildImages, contextFilter, filesIn, type Image } from '../container/dockerfile.ts'
import { enter, type Place, start } from '../container/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-container-'))
const context = join(folder, 'context')
const secret = 'Zk3-0iieo3h050ua-of-nobody'
// Files that an image must not contain.
const planted = [
  '.env',
  'src/.env',
  'profiles/.env.local',
  'profiles/key.pem',
  'reports/report.json',
  'node_modules/x/a.js',
  'schemas/tls.key',
]

let images: ReadonlyMap<string, Image> = new Map()
const imageOf = (stage: string): Image => {
  const image = images.get(stage)
  if (image === undefined) throw new Error(`there is no stage ${stage}`)
  return image
}

beforeAll(() => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  for (const file of listed.trim().split('\n')) cpSync(join(packageRoot, file), join(context, file))
  for (const file of planted) {
    mkdirSync(dirname(join(context, file)), { recursive: true })
    writeFileSync(join(context, file), secret)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an image contains no stray file', () => {
  const kept = contextFilter(context)
  expect(planted.filter(kept)).toEqual([])
  expect(['Dockerfile', '.git/config', 'test/bin.ts', 'src/cli/main.test.ts'].filter(kept)).toEqual([])
  for (const file of ['package-lock.json', 'src/cli/main.ts', 'schemas/meta/report.json'])
    expect(kept(file)).toBe(true)
})

const able = canMakeImages()
if (!able)
  process.stderr.write('\nTHE IMAGES ARE NOT TRIED: that takes root, unshare and apt-get of Debian 12.\n\n')
test.runIf(process.env.CI)('the gate can make images', () => expect(able).toBe(true))

describe.skipIf(!able)('the images', () => {
  beforeAll(() => {
    images = buildImages(context, join(folder, 'images'))
  }, 900_000)

  /** Returns a container in which the process can write only to the mounts. */
  const container = (image: Image, reports: string, more: Partial<Place> = {}): Place => {
    mkdirSync(reports, { recursive: true })
    chownSync(reports, 1000, 1000)
    return { ...image, readOnly: true, mounts: { '/work/reports': reports }, ...more }
  }
  const lineOf = (image: Image, args: readonly string[] = image.command) => [...image.entrypoint, ...args]
  const reportIn = (reports: string): Report => JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))

  test('contain no secret, no test, and no package that only the build needs', () => {
    const image = imageOf('run')
    const app = filesIn(join(image.root, 'app'))
    expect(
      app.filter((file) => /app\/dist\/.*\.test(?:ing)?\.|node_modules\/(?:typescript|vitest)\//.test(file)),
    ).toEqual([])
    expect(app.filter((file) => readFileSync(file).includes(secret))).toEqual([])
    expect(readdirSync(join(image.root, 'app')).sort()).toEqual([
      'LICENSE',
      'dist',
      'node_modules',
      'package.json',
      'profiles',
      'schemas',
      'templates',
    ])
    expect(image).toMatchObject({ user: 'node', volumes: ['/work/reports'], healthcheck: [] })
  })

  test('a run conforms as the user node, and can write only reports', async () => {
    const image = imageOf('run')
    const reports = join(folder, 'reports-run')
    const place = container(image, reports)
    expect(() => enter(place, ['/bin/sh', '-c', 'touch /work/a || touch /app/a || touch /tmp/a'])).toThrow(
      /Read-only/,
    )
    expect(enter(place, ['/usr/bin/id', '-u']).trim()).toBe('1000')
    const { code, text } = await start(
      place,
      lineOf(image, [...image.command, '--examples', '2', '--seed', '1']),
    ).ended
    expect(code, text).toBe(0)
    expect(reportIn(reports).outcome).toBe('conformant')
    // The image must also find the command by its name.
    expect(enter(place, ['tenant-conformance', '--version'])).toMatch(/^\d+\.\d+\.\d+\n/)
  })

  test('a run that the engine stops cleans up and writes its reports', async () => {
    const image = imageOf('run')
    const reports = join(folder, 'reports-stopped')
    const run = start(container(image, reports), lineOf(image))
    await run.until(/boundaries/)
    run.signal('SIGTERM')
    const { code, text } = await run.ended
    expect(code, text).toBe(130)
    expect(reportIn(reports)).toMatchObject({ run: { interrupted: true }, resources: { leaked: [] } })
    expect(reportIn(reports).resources.created.length).toBeGreaterThan(0)
  })

  test('the mock is healthy once it serves, and ends by a signal', async () => {
    const image = imageOf('serve')
    const place = container(image, join(folder, 'reports-serve'), { alone: true })
    const idle = start(place, ['node', '-e', 'console.log("up"); setTimeout(() => {}, 60_000)'])
    await idle.until(/up/)
    expect(idle.exec(image.healthcheck)).toBe(1)
    idle.signal('SIGKILL')
    await idle.ended
    const mock = start(place, lineOf(image))
    await mock.until(/^# ready$/m)
    expect(mock.exec(image.healthcheck)).toBe(0)
    mock.signal('SIGTERM')
    expect(await mock.ended).toMatchObject({ code: 0 })
  })
})
