// The command to go on with.
import { tool } from '../base/tool.ts'

/** What was said of the tenant that no variable says, and where the variables are. */
export interface Said {
  readonly outputEnv: string
  readonly ca?: string
  readonly insecureHttp?: boolean
  readonly webhookListen?: string
  readonly webhookCert?: string
  readonly webhookKey?: string
  readonly rate?: number
  readonly reportDir: string
}

/** @param asked whether the write mode needs no word: without one, nothing may be changed that is not on this machine */
export function nextCommand(said: Said, asked: boolean): string {
  const { outputEnv, ca, insecureHttp, webhookListen, webhookCert, webhookKey, rate, reportDir } = said
  return [
    `npx ${tool.name} run`,
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

/** One word of a shell's line. */
function word(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
