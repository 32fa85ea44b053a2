// Checks the installed packages with `npm audit`. Passes if the registry has no audit service.
import { spawnSync } from 'node:child_process'

const { stdout } = spawnSync(process.execPath, [process.env.npm_execpath, 'audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
})
const { code, text } = judged(stdout)
process.stdout.write(`${text}\n`)
process.exitCode = code

function judged(stdout) {
  let answer
  try {
    answer = JSON.parse(stdout)
  } catch {
    return { code: 1, text: `npm audit printed no JSON: ${stdout.slice(0, 200)}` }
  }
  const { metadata, vulnerabilities, message, error } = answer
  // If the output contains no figures, the registry has no audit service, or the script cannot reach the
  // registry.
  if (metadata?.vulnerabilities === undefined)
    return {
      code: 0,
      text: `NOT AUDITED: the registry returned no result (${message ?? error?.summary ?? 'no reason'}).`,
    }
  const { total } = metadata.vulnerabilities
  if (total === 0)
    return { code: 0, text: `No known vulnerability in ${metadata.dependencies.prod} installed packages.` }
  const rows = Object.values(vulnerabilities).map(
    ({ name, severity, range }) => `${severity} ${name} ${range}`,
  )
  return { code: 1, text: `${total} known vulnerabilities:\n${rows.join('\n')}` }
}
