// Adds to a look whether the fixtures work.
import { ConfigurationError } from '../base/error.ts'
import { dryRunFixtures, type RunConfig } from '../engine/index.ts'
import type { Look } from './finding.ts'
import { exitOf, type Finding, halves, question } from './finding.ts'

const about = question('try', 'Do the fixtures do what they are for?')

/** Tries nothing if the look found problems. */
export async function withTrial(look: Look, config: RunConfig, signal?: AbortSignal): Promise<Look> {
  const { findings } = look
  if (exitOf(findings) !== 0)
    return {
      ...look,
      findings: [...findings, about.unknown('nothing was tried, as there are problems', 'Solve them first.')],
    }
  try {
    const trial = await dryRunFixtures(config, signal ?? new AbortController().signal)
    const tried = new Map(trial.fixtures.map((one) => [`fixture.${one.name}`, one]))
    const told = findings.map((finding): Finding => {
      const one = tried.get(finding.id)
      if (one === undefined) return finding
      const result = question(finding.id, finding.asked)
      const name = finding.id.slice('fixture.'.length)
      return one.works
        ? result.ok(`${finding.found} was tried, and works`)
        : result.problem(
            'tenant',
            `${finding.found} was answered with ${one.response}`,
            `Correct fixtures.${name} in the profile, or grant the client the scope for it.`,
          )
    })
    const obstacles = trial.obstacles.map((sentence) =>
      about.problem(
        'tenant',
        ...halves(sentence, 'See how the tenant responds, with tenant-conformance run --verbose.'),
      ),
    )
    const left = trial.left.map(({ kind, id, reason }) =>
      about.problem(
        'tenant',
        `the ${kind} ${id} is left at the tenant: ${reason}`,
        'Run tenant-conformance sweep, or remove it by hand.',
      ),
    )
    const done = about.ok(`one of each kind that can be made was made, and removed again`)
    const all = [...obstacles, ...left]
    return {
      ...look,
      findings: config.mask.maskDeep([...told, ...(all.length === 0 ? [done] : all)]),
      requests: look.requests + trial.requests,
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return {
      ...look,
      findings: [...findings, about.problem('configuration', ...halves(error.summary, 'Correct it.'))],
    }
  }
}
