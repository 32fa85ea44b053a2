// Prints the last line of `.ci/run`: the numbers of passed and failed tests in the named runs. "!" marks a
// failed run. It counts at least one failed test, because vitest counts none for a file that it cannot load.
import { readFileSync } from 'node:fs'

const counted = process.argv.slice(2).map((run) => {
  const failedMin = run.endsWith('!') ? 1 : 0
  try {
    const text = readFileSync(`.vitest/results/${run.replace('!', '')}.json`, 'utf8')
    const { numPassedTests, numFailedTests } = JSON.parse(text)
    return { passed: numPassedTests, failed: Math.max(failedMin, numFailedTests) }
  } catch {
    return { passed: 0, failed: 1 }
  }
})
const sum = (member) => counted.reduce((total, one) => total + one[member], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
