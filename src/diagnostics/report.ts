// Prints findings as a checklist or as JSON.
import { createColors } from 'picocolors'
import { counted } from '../base/text/counted.ts'
import { visible } from '../base/visible.ts'
import type { Tool } from '../report/index.ts'
import { wrapped } from '../report/index.ts'
import { type Diagnosis, exitOf, type Finding, type State } from './finding.ts'

export interface FindingsOptions {
  readonly color: boolean
  readonly width: number
  readonly quiet?: boolean
}

const marks: Readonly<Record<State, string>> = { ok: '✓', warning: '!', problem: '✗', unknown: '?' }

const parts: readonly (readonly [title: string, ids: RegExp])[] = [
  ['This machine', /^(?:node|report-folder|env-file|proxy)$/],
  ['The tenant', /^(?:configuration|address|connection|certificate|path|access|clock|rate)\b/],
  ['Tokens', /^(?:credentials|token|token-endpoint|scope)\b/],
  ['Prerequisites of a run', /^(?:supply|fixture|receiver|writes|try)\b/],
]

/** Problems are last, next to the prompt. */
export function findingsText(findings: readonly Finding[], options: FindingsOptions): string {
  const shown = options.quiet === true ? findings.filter(({ state }) => state !== 'ok') : findings
  const labelWidth = Math.max(0, ...shown.map(({ id }) => id.length))
  const problems = shown.filter(({ state }) => state === 'problem')
  const others = shown.filter(({ state }) => state !== 'problem')
  return [
    ...parts.map(([title, ids]) => [title, others.filter(({ id }) => ids.test(id))] as const),
    ['Problems', problems] as const,
  ]
    .filter(([, these]) => these.length > 0)
    .flatMap(([title, these]) => [title, ...these.flatMap((one) => linesOf(one, labelWidth, options)), ''])
    .map((line) => `${line}\n`)
    .join('')
}

function linesOf(
  { id, state, found, remedy }: Finding,
  labelWidth: number,
  { color, width }: FindingsOptions,
): string[] {
  const { green, yellow, red, dim } = createColors(color)
  const paint = { ok: green, warning: yellow, problem: red, unknown: dim }[state]
  const indent = labelWidth + 5
  const room = Math.max(30, width - indent)
  const [first = '', ...more] = wrapped(visible(found), room)
  const blank = ' '.repeat(indent)
  return [
    `  ${paint(marks[state])} ${id.padEnd(labelWidth)} ${first}`,
    ...more.map((line) => `${blank}${line}`),
    ...(remedy === null ? [] : wrapped(`→ ${visible(remedy)}`, room).map((line) => `${blank}${line}`)),
  ]
}

export function summaryText(findings: readonly Finding[]): string {
  const of = (state: State): number => findings.filter((one) => one.state === state).length
  const counts = [
    ...(of('problem') > 0 ? [counted(of('problem'), 'problem')] : []),
    ...(of('warning') > 0 ? [counted(of('warning'), 'warning')] : []),
    ...(of('unknown') > 0 ? [`${of('unknown')} unknown`] : []),
  ]
  return counts.length === 0 ? 'no problems' : counts.join(', ')
}

export function diagnosisJson(
  { findings, config, recognised, requests }: Diagnosis,
  { name, version }: Tool,
): unknown {
  return {
    schemaVersion: 1,
    tool: { name, version },
    target:
      config === null
        ? null
        : {
            baseUrl: config.baseUrl,
            authUrl: config.authUrl,
            tokenUrl: config.tokenUrl,
            profile: config.profileName,
          },
    recognised,
    requests,
    findings: findings.map(({ sets: _, ...finding }) => finding),
    exit: exitOf(findings),
  }
}
