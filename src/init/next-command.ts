// Builds the command that the user should run next.
import { commandName } from '../base/tool.ts'
import type { Options } from '../settings/run-config.ts'

export interface RunFlags
  extends Pick<Options, 'ca' | 'insecureHttp' | 'webhookListen' | 'webhookCert' | 'webhookKey' | 'rate'> {
  readonly outputEnv: string
  readonly reportDir: string
}

/**
 * @param asked false adds `--writes none`, because a run must not change other machines without permission
 */
export function nextCommand(flags: RunFlags, asked: boolean): string {
  const { outputEnv, ca, insecureHttp, webhookListen, webhookCert, webhookKey, rate, reportDir } = flags
  return [
    `${commandName} run`,
    ...(asked ? [] : ['--writes none']),
    ...(outputEnv === '.env' ? [] : [`--env-file ${word(outputEnv)}`]),
    ...(ca === undefined ? [] : [`--ca ${word(ca)}`]),
    ...(insecureHttp === true ? ['--insecure-http'] : []),
    ...(webhookListen === undefined ? [] : [`--webhook-listen ${word(webhookListen)}`]),
    ...(webhookCert === undefined ? [] : [`--webhook-cert ${word(webhookCert)}`]),
    ...(webhookKey === undefined ? [] : [`--webhook-key ${word(webhookKey)}`]),
    ...(rate === undefined ? [] : [`--rate ${rate}`]),
    ...(reportDir === 'reports' ? [] : [`--report-dir ${word(reportDir)}`]),
  ].join(' ')
}

function word(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
