// Measures a run against a stub, for the plan of a contract that is not shipped.
import { type WriteMode, writeModes } from '../base/write-mode.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import { type Measured, measureRun, type RunConfig, type Scope } from '../engine/index.ts'
import { type Options, resolveSettings } from '../settings/run-config.ts'
import { schemeEnvironment } from '../settings/scheme-variables.ts'
import { startContractStub } from '../verify/index.ts'

// A few samples are enough, because the plan scales the measured figures.
const examples = 5

export async function measureForPlan({ contract, scope, profile }: RunConfig): Promise<Measured | undefined> {
  if (isShipped(contract)) return undefined
  const modes = await Promise.all(
    writeModes.map(async (mode) => [mode, await measured(contract, mode, { ...optionsOf(scope), profile })]),
  )
  return { examples, modes: Object.fromEntries(modes) as Measured['modes'] }
}

async function measured(
  contract: Contract,
  writes: WriteMode,
  told: Options,
): Promise<Measured['modes'][WriteMode]> {
  const { baseUrl, environment, schemes, close } = await startContractStub(contract, [])
  try {
    const variables = { ...environment, ...schemeEnvironment(contract, schemes) }
    const options = { ...told, contract, baseUrl, writes, depth: 'default', examples, seed: 1 }
    return (await measureRun(resolveSettings(options, variables, false))).mode
  } finally {
    await close()
  }
}

function optionsOf({ only, skip, level, parts, operations, tags }: Scope): Options {
  return { only, skip, level: level ?? undefined, part: parts, operation: operations, tag: tags }
}
