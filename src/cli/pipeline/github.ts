// Reports the result of a run to GitHub Actions.
import { appendFileSync, existsSync, statSync } from 'node:fs'
import { unguessable } from '../../base/chance.ts'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { visible } from '../../base/visible.ts'
import {
  githubAnnotations,
  githubError,
  githubGroup,
  githubGroupEnd,
  githubOutputs,
  type Report,
  summaryMarkdown,
} from '../../report/index.ts'
import type { Environment } from '../../settings/environment.ts'
import type { Terminal } from '../terminal.ts'

// GitHub rejects a larger summary.
const summaryBytesMax = 1_024 * 1_024
const linesUngroupedMax = 60

export interface GitHubStep {
  tell(report: Report, files: readonly string[], exit: number): void
  writeFolded(title: string, text: string): void
}

export function githubStep(environment: Environment, wanted: boolean, terminal: Terminal): GitHubStep | null {
  if (!wanted || environment.GITHUB_ACTIONS !== 'true') return null
  return {
    tell(report, files, exit) {
      terminal.ci.error(githubAnnotations(report))
      const outputs = {
        outcome: report.outcome,
        exit: String(exit),
        report: files.find((file) => file.endsWith('report.json')) ?? '',
      }
      append(environment.GITHUB_STEP_SUMMARY, terminal, (written) =>
        summaryMarkdown(report, { bytesMax: summaryBytesMax - written }),
      )
      append(environment.GITHUB_OUTPUT, terminal, () =>
        githubOutputs(outputs, `end-of-value-${unguessable(8)}`),
      )
    },
    writeFolded(title, text) {
      const end = text.trimEnd().lastIndexOf('\n\n')
      if (end < 0 || text.split('\n').length <= linesUngroupedMax) return terminal.write(text)
      terminal.ci.write(githubGroup(title))
      terminal.write(text.slice(0, end + 1))
      terminal.ci.write(githubGroupEnd)
      terminal.write(text.slice(end + 2))
    },
  }
}

export async function annotated<T>(
  environment: Environment,
  wanted: boolean,
  terminal: Terminal,
  mask: SecretMask,
  command: () => Promise<T>,
): Promise<T> {
  try {
    return await command()
  } catch (error) {
    if (error instanceof ConfigurationError && githubStep(environment, wanted, terminal) !== null)
      terminal.ci.error(githubError('wrong command line or configuration', mask.redact(error.message)))
    throw error
  }
}

// Throws no error, because the result of the run must still appear.
function append(file: string | undefined, terminal: Terminal, text: (bytesWritten: number) => string): void {
  if (file === undefined || file === '') return
  try {
    appendFileSync(file, text(existsSync(file) ? statSync(file).size : 0))
  } catch (error) {
    terminal.error(`The GitHub summary or outputs can't be written (${visible(messageOf(error))}).\n`)
  }
}
