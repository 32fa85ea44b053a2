// A job on GitHub Actions: its summary, the outputs of its step, annotations and groups in its log.
import { appendFileSync, existsSync, statSync } from 'node:fs'
import { unguessable } from '../../base/chance.ts'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { visible } from '../../base/visible.ts'
import type { Environment } from '../../environment.ts'
import {
  githubAnnotations,
  githubError,
  githubGroup,
  githubGroupEnd,
  githubOutputs,
  type Report,
  summaryMarkdown,
} from '../../report/index.ts'
import type { Terminal } from '../terminal.ts'

// GitHub refuses the whole summary of a step where it has more.
const summaryBytesMax = 1_024 * 1_024
const linesUngroupedMax = 60

/** A step of a job on GitHub Actions. */
export interface GitHubStep {
  /** Annotates what fails, adds to the job's summary and sets the step's outputs. */
  tell(report: Report, files: readonly string[], exit: number): void
  /** Writes a long text so that its last paragraph is seen, and the rest of it on demand. */
  writeFolded(title: string, text: string): void
}

/** The step that this process is; null elsewhere, and where it is not to be one (`wanted`). */
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

/** Carries out a command whose wrong use or configuration, on GitHub Actions, is an annotation, too. */
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
      terminal.ci.error(githubError('wrong use or configuration', mask.redact(error.message)))
    throw error
  }
}

// What was found stands where GitHub can't be told.
function append(file: string | undefined, terminal: Terminal, text: (bytesWritten: number) => string): void {
  if (file === undefined || file === '') return
  try {
    appendFileSync(file, text(existsSync(file) ? statSync(file).size : 0))
  } catch (error) {
    terminal.error(`GitHub can't be told of this run (${visible(messageOf(error))}).\n`)
  }
}
