// Tests GitHub annotations with a parser that works like GitHub's runner.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clause, hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Report } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { githubAnnotations, githubGroup, githubOutputs } from './github.ts'

interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

/** Splits lines like the runner does (actions/runner, class ActionCommand). */
function commandsIn(text: string): readonly (Command | string)[] {
  const unescaped = (value: string): string =>
    value
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%')
  const lines = text.split(/\r\n|[\n\r]/)
  expect(lines.pop()).toBe('')
  return lines.map((line) => {
    const [, head = '', data = ''] = /^::(.*?)::(.*)$/s.exec(line) ?? []
    const [, name = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(head) ?? []
    if (name === '') return line
    const pairs = rest === '' ? [] : rest.split(',').map((pair) => pair.split('='))
    return {
      name,
      properties: Object.fromEntries(pairs.map(([key = '', ...value]) => [key, unescaped(value.join('='))])),
      data: unescaped(data),
    }
  })
}

const failing = (ids: readonly string[], level: 'MUST' | 'SHOULD' = 'MUST'): Report => {
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type === 'run-started') return [{ ...event, clauses: ids.map((id) => clause(id, level)) }]
    return event.type === 'clause-judged' || event.type === 'resource' ? [] : [event]
  })
  const judged = ids.map((id) => ({
    type: 'clause-judged' as const,
    clause: id,
    verdict: 'fail' as const,
    reason: `why ${id}`,
    evidence: 0,
    failures: [],
  }))
  return toReport([...events, ...judged])
}

test('failures that count are errors, others are warnings; excused and passed clauses have no annotation', () => {
  const commands = commandsIn(githubAnnotations(toReport(sampleEvents())))
  expect(commands).toMatchObject([
    {
      name: 'error',
      properties: { title: 'MUST event-streams.update.enabled-to-disabled (part 4.5)' },
      data: expect.stringContaining('the stream stayed enabled\nexpected: status "disabled"'),
    },
    { name: 'error', properties: { title: 'internal error in rate-limit-policies.delete.gone' } },
    { name: 'warning', properties: { title: 'left behind: 1 resource' } },
    { name: 'warning', properties: { title: 'SHOULD event-streams.create.no-5xx (part 4.4)' } },
  ])
  const strict = commandsIn(githubAnnotations(toReport(sampleEvents('', { strict: true }))))
  expect(strict.map((one) => (typeof one === 'string' ? one : one.name))).toEqual([
    ...['error', 'error', 'error', 'warning'],
  ])
})

test("the last annotation counts those beyond GitHub's limit", () => {
  const ids = Array.from({ length: 23 }, (_, index) => `x.y.c${index}`)
  for (const [count, shown, last] of [
    [10, 10, 'MUST x.y.c9 (part 4.5)'],
    [11, 10, 'and 2 more'],
    [23, 10, 'and 14 more'],
  ] as const) {
    const commands = commandsIn(githubAnnotations(failing(ids.slice(0, count))))
    expect(commands).toHaveLength(shown)
    expect(commands.at(-1)).toMatchObject({ name: 'error', properties: { title: last } })
  }
  expect(commandsIn(githubAnnotations(failing(ids, 'SHOULD')))).toHaveLength(10)
})

test('an incomplete run is a warning with the reasons', () => {
  const report = toReport(sampleEvents())
  const clauses = report.clauses.filter(({ verdict }) => verdict === 'not-run' || verdict === 'inconclusive')
  const open: Report = {
    ...report,
    outcome: 'incomplete',
    clauses,
    resources: { ...report.resources, leaked: [] },
  }
  expect(commandsIn(githubAnnotations(open))).toEqual([
    {
      name: 'warning',
      properties: { title: 'incomplete: 3 clauses without an answer' },
      data: expect.stringMatching(
        /^No MUST has an answer\. .*\nno key carries a certificate\nsupply TENANT_LIMITED_ACCESS_TOKEN\nno check of this run judged the clause$/,
      ),
    },
  ])
})

test('a conformant run has no annotations', () => {
  const report = toReport(sampleEvents())
  const clauses = report.clauses.filter(({ verdict }) => verdict === 'not-applicable')
  const well: Report = {
    ...report,
    outcome: 'conformant',
    clauses,
    resources: { ...report.resources, leaked: [] },
  }
  expect(githubAnnotations(well)).toBe('')
})

const plain = commandsIn(githubAnnotations(toReport(sampleEvents()))).length

test.each([
  hostileText,
  '\n::set-output name=x::y\n::add-mask::z',
  '\r::error::x',
  '%0A::error::x%0D%0A',
  ',file=a,line=1::x',
  '##[error]x ##vso[task.complete]',
])("a tenant's text issues no workflow command: %j", (text) => {
  const written = githubAnnotations(toReport(sampleEvents(text)))
  const commands = commandsIn(written)
  expect(commands).toHaveLength(plain)
  for (const one of commands) {
    expect(one).toMatchObject({ name: expect.stringMatching(/^(?:error|warning)$/) })
    expect(Object.keys((one as Command).properties)).toEqual(['title'])
  }
  expect(written).not.toMatch(/[^\P{C}\n]|##\w*\[/u)
})

test('the runner decodes text to the original', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('%', '%25', '%0A', ':', '::', ',', '=', 'a', ' ')), (parts) => {
      const title = `x${parts.join('')}`
      const [command] = commandsIn(githubGroup(title))
      expect(command).toEqual({ name: 'group', properties: {}, data: title })
    }),
  )
})

test('an output contains any lines and ends at its delimiter', () => {
  expect(githubOutputs({ a: 'x\ny=1', b: '' }, 'end')).toBe('a<<end\nx\ny=1\nend\nb<<end\n\nend\n')
})
