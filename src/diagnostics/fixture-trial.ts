// Adds to a diagnosis whether the fixtures work.
import { ConfigurationError } from '../base/error.ts'
import { dryRunFixtures, type RunConfig } from '../engine/index.ts'
import { type Diagnosis, exitOf, type Finding, question, splitRemedy } from './finding.ts'

const about = question('try', 'Do the fixtures do what they are for?')

/** Tries nothing if the diagnosis found problems. */
export async function withFixtureTrial(
  diagnosis: Diagnosis,
  config: RunConfig,
  signal?: AbortSignal,
): Promise<Diagnosis> {
  const { findings } = diagnosis
  if (exitOf(findings) !== 0)
    return {
      ...diagnosis,
      findings: [...findings, about.unknown('nothing was tried, as there are problems', 'Solve them first.')],
    }
  try {
    const trial = await dryRunFixtures(config, signal ?? new AbortController().signal)
    const tried = new Map(trial.fixtures.map((one) => [`fixture.${one.name}`, one]))
    const tested = findings.map((finding): Finding => {
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
        ...splitRemedy(sentence, 'See how the tenant responds, with tenant-conformance run --verbose.'),
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
      ...diagnosis,
      findings: config.mask.maskDeep([...tested, ...(all.length === 0 ? [done] : all)]),
      requests: diagnosis.requests + trial.requests,
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return {
      ...diagnosis,
      findings: [...findings, about.problem('configuration', ...splitRemedy(error.summary, 'Correct it.'))],
    }
  }
}
