// The command `doctor` prints obstacles to a run. It writes no files.

import { counted } from '../../base/text/counted.ts'
import { tool } from '../../base/tool.ts'
import { exitCodes } from '../../base/verdict.ts'
import { visible, visibleJson } from '../../base/visible.ts'
import type { WriteMode } from '../../base/write-mode.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { exitOf } from '../../diagnostics/finding.ts'
import { diagnosisJson, findingsText, summaryText } from '../../diagnostics/report.ts'
import type { GivenEnvironment } from '../../settings/environment.ts'
import { connectionOf } from '../connection.ts'
import type { TenantFlags } from '../options.ts'
import type { Terminal } from '../terminal.ts'

export interface DoctorFlags extends TenantFlags {
  readonly writes?: WriteMode
  readonly reportDir: string
  readonly try?: boolean
  readonly format: 'text' | 'json'
  readonly quiet?: boolean
}

/**
 * @returns 0 if a run can start, 2 for a wrong configuration, 3 for a problem of the tenant, 130 after a
 * signal
 */
export async function doctor(
  { quiet = false, format, ...flags }: DoctorFlags,
  given: GivenEnvironment,
  terminal: Terminal,
): Promise<number> {
  const stop = new AbortController()
  const unhook = terminal.onStop(() => stop.abort())
  const found = await diagnose({ ...flags, ...connectionOf(flags), signal: stop.signal }, given).finally(
    unhook,
  )
  if (stop.signal.aborted) return exitCodes.interrupted
  const { findings, config, requests } = found
  const exit = exitOf(findings)
  if (format === 'json') {
    terminal.write(`${visibleJson(diagnosisJson(found, tool))}\n`)
    return exit
  }
  const { color, width } = terminal
  const where = config === null ? 'no tenant' : `${config.baseUrl} · profile ${config.profileName ?? 'none'}`
  terminal.write(`${tool.name} ${tool.version} doctor · ${visible(where)}\n\n`)
  terminal.write(findingsText(findings, { color, width, quiet }))
  terminal.write(
    `Outcome  ${summaryText(findings)} · ${counted(requests, 'request')}${flags.try === true ? '' : ', which change nothing'}\n`,
  )
  return exit
}
