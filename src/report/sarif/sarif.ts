// The SARIF 2.1.0 report. Clauses are rules, and failures are results.
import type { Invocation, Log, Notification, Run } from 'sarif'
import { clip } from '../../base/clip.ts'
import { isoTime } from '../../base/clock.ts'
import { isOpen } from '../../base/verdict.ts'
import { inert, visible, visibleDeep, visibleJson } from '../../base/visible.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { ofSpecification } from '../model/tally.ts'
import { whyInWords } from '../text/outcome.ts'
import { contractFolder, filesOf } from './location.ts'
import { resultsOf } from './result.ts'
import { ruleOf } from './rule.ts'

const messageCharactersMax = 1_000

export function sarifJson(report: Report): string {
  return inert(`${visibleJson(sarifOf(report))}\n`)
}

/** Code scanning shows every result as an alert, so only failures are results. */
export function sarifOf(report: Report): Log {
  const { tool, target, run, outcome, summary, contract } = report
  const files = filesOf(report.clauses)
  const result: Run = {
    tool: {
      driver: {
        ...{ name: tool.name, version: tool.version },
        rules: report.clauses.map((clause) => ruleOf(clause, report)),
      },
    },
    automationDetails: { id: `${tool.name}/${contract?.name ?? ''}` },
    invocations: [invocationOf(report)],
    originalUriBaseIds: { [contractFolder]: { description: { text: folderInWords(report) } } },
    artifacts: files.map((uri) => ({
      location: { uri, uriBaseId: contractFolder },
      mimeType: 'application/json',
    })),
    results: resultsOf(report, files),
    columnKind: 'utf16CodeUnits',
    properties: {
      ...{ outcome, summary, baseUrl: target.baseUrl, profile: target.profile },
      ...{ seed: run.seed, strict: run.strict },
    },
  }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [visibleDeep(result, { lines: true })],
  }
}

function folderInWords({ tool, contract }: Report): string {
  const title = contract === undefined ? 'the contract' : `the contract ${contract.title} ${contract.version}`
  return contract?.unproven === undefined
    ? `The folder of ${title}, which ships with ${tool.name}.`
    : `The folder of ${title}, as --contract named it.`
}

function invocationOf(report: Report): Invocation {
  const { clauses, run, notes } = report
  const errors = clauses.filter(({ verdict }) => verdict === 'error')
  const end = Date.parse(run.startedAt) + Math.round(run.durationMs)
  const why = whyInWords(report)
  return {
    executionSuccessful: !run.interrupted && run.truncated !== true && errors.length === 0,
    ...(run.exit === undefined ? {} : { exitCode: run.exit }),
    startTimeUtc: run.startedAt,
    ...(run.truncated === true ? {} : { endTimeUtc: isoTime(end) }),
    toolExecutionNotifications: [
      ...(why === null ? [] : [noted('warning', why)]),
      ...errors.map((clause) => ({ ...noted('error', clause.reason), associatedRule: { id: clause.id } })),
      ...clauses.filter(isUnanswered).map((clause) => ({
        ...noted('warning', `${clause.verdict}: ${clause.reason}`),
        associatedRule: { id: clause.id },
      })),
      ...notes.map((note) => noted('note', note)),
    ],
  }
}

function isUnanswered(clause: ReportClause): boolean {
  return (
    clause.level === 'MUST' && ofSpecification(clause) && isOpen(clause.verdict) && resultOf(clause) !== 'gap'
  )
}

function noted(level: 'note' | 'warning' | 'error', text: string): Notification {
  return { level, message: { text: visible(clip(text, messageCharactersMax)) } }
}
