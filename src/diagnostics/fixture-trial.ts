// Sends the fixtures to test them, and adds findings about them to a diagnosis.
import { ConfigurationError } from '../base/error.ts'
import { commandName } from '../base/tool.ts'
import { type Advice, type CreationTrial, dryRunFixtures, type RunConfig } from '../engine/index.ts'
import { type Diagnosis, exitOf, type Finding, question, splitRemedy } from './finding.ts'

const about = question('try', 'Do the fixtures work?')

function creationFindings({ resource, works, found, advice }: CreationTrial): readonly Finding[] {
  const own = question(
    `try.${resource}`,
    'Can a resource be created, read and deleted as the contract describes?',
  )
  const [first, ...others] = advice
  const says = (one: Advice): string => `${found}${found.includes(one.found) ? '' : `; ${one.found}`}`
  const whole = works
    ? own.ok(`${found}; afterwards the resource was deleted`)
    : own.problem(
        'configuration',
        first === undefined ? found : says(first),
        first?.remedy ?? 'Find out what the service expects, and add this fact to the contract.',
      )
  const words = (works ? advice : others).map((one) =>
    question(`try.${resource}.${one.word}`, 'Which keyword would correct the contract?').warning(
      one.found,
      one.remedy,
    ),
  )
  return [whole, ...words]
}

export async function withFixtureTrial(
  diagnosis: Diagnosis,
  config: RunConfig,
  signal?: AbortSignal,
): Promise<Diagnosis> {
  const { findings } = diagnosis
  if (config.writes === 'none')
    return {
      ...diagnosis,
      findings: [
        ...findings,
        about.unknown(
          'not tested, because the write mode is none',
          'Remove --writes, or use --writes reversible.',
        ),
      ],
    }
  if (exitOf(findings) !== 0)
    return {
      ...diagnosis,
      findings: [
        ...findings,
        about.unknown('not tested, because there are problems', 'Solve the problems first.'),
      ],
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
        ? result.ok(`${finding.found} works`)
        : result.problem(
            'tenant',
            `${finding.found} returned ${one.response}`,
            `Correct fixtures.${name} in the profile, or grant the client the scope of this request.`,
          )
    })
    const obstacles = trial.obstacles.map((sentence) =>
      about.problem(
        'tenant',
        ...splitRemedy(sentence, `To see the responses, run \`${commandName} run --verbose\`.`),
      ),
    )
    const left = trial.left.map(({ kind, id, reason }) =>
      about.problem(
        'tenant',
        `the ${kind} ${id} remains at the tenant: ${reason}`,
        `Run \`${commandName} sweep\`, or delete the resource by hand.`,
      ),
    )
    const done = about.ok('one resource of each kind was created and deleted')
    const all = [...obstacles, ...trial.creations.flatMap(creationFindings), ...left]
    return {
      ...diagnosis,
      findings: config.mask.maskDeep([...tested, ...(all.length === 0 ? [done] : all)]),
      requests: diagnosis.requests + trial.requests,
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return {
      ...diagnosis,
      findings: [
        ...findings,
        about.problem('configuration', ...splitRemedy(error.summary, 'Correct the configuration.')),
      ],
    }
  }
}
