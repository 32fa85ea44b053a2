// Lists the generated parts of the documents that `npm run docs` knows, and those that the pages contain.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'

export interface GeneratedParts {
  /** The names of the parts, in the form `<page>#<part>`. */
  readonly parts: readonly string[]
  readonly write: string
  /** The test that compares the parts with the current output. */
  readonly held: string
}

export const known = JSON.parse(
  readFileSync(join(packageRoot, 'scripts/generated.json'), 'utf8'),
) as readonly GeneratedParts[]

/** Returns the text of a part. Returns null if the page does not contain the part. */
export function partOf(page: string, part: string): string | null {
  const text = readFileSync(join(packageRoot, page), 'utf8')
  const begin = `<!-- generated: ${part} -->\n`
  const from = text.indexOf(begin) + begin.length
  const to = text.indexOf('<!-- end -->', from)
  return from < begin.length || to < 0 ? null : text.slice(from, to)
}

/** Searches the parts in every page of the repository. */
export function found(): readonly string[] {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.njk'],
    {
      cwd: packageRoot,
      encoding: 'utf8',
    },
  )
  return files
    .split('\n')
    .filter(Boolean)
    .flatMap((page) =>
      [...readFileSync(join(packageRoot, page), 'utf8').matchAll(/^<!-- generated: (.*?) -->$/gm)].map(
        ([, part]) => `${page}#${part}`,
      ),
    )
}

// The largest allowed ratio of two numbers. Runs with equal settings differ by a few percent. Runs of
// different depths differ by more than half.
const shareMax = 1.3

/** Compares the numbers of requests. Allows small differences, because runs vary. */
export function expectSameRequests(page: string, printed: string): void {
  const requestsIn = (text: string): readonly number[] =>
    [...text.matchAll(/^Traffic +([\d,]+) requests?/gm)].map(([, count = '']) =>
      Number(count.replace(',', '')),
    )
  const [told, sent] = [requestsIn(page), requestsIn(printed)]
  expect(told.length, page).toBe(sent.length)
  for (const [index, count] of told.entries()) {
    const other = sent[index] ?? 0
    expect(Math.max(count, other) / Math.min(count, other), `${count} and ${other} requests`).toBeLessThan(
      shareMax,
    )
  }
}
