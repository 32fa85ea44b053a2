// Selects the shard of a run: its part of the clauses, if several parallel runs share them.
import { ConfigurationError } from '../base/error.ts'
import type { Shard } from '../engine/index.ts'
import type { Environment } from './environment.ts'

interface CiSystem {
  readonly name: string
  readonly needed: readonly string[]
  readonly optional?: readonly string[]
  readonly speaks?: (read: (variable: string) => string | null) => boolean
  readonly shard: (number: (variable: string) => number, has: (variable: string) => boolean) => Shard
}

const counted = (name: string, index: string, count: string, from: 0 | 1): CiSystem => ({
  name,
  needed: [index, count],
  shard: (number) => placed({ name, index, count }, number(index) - from + 1, number(count)),
})

const [slurmId, slurmMin, slurmMax, slurmCount, slurmStep] = [
  ...(['SLURM_ARRAY_TASK_ID', 'SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX'] as const),
  ...(['SLURM_ARRAY_TASK_COUNT', 'SLURM_ARRAY_TASK_STEP'] as const),
] as const

const ciSystems: readonly CiSystem[] = [
  // Kubernetes sets only the index. The user must set the count.
  counted('Kubernetes', 'JOB_COMPLETION_INDEX', 'JOB_COMPLETIONS', 0),
  {
    ...counted('GitLab', 'CI_NODE_INDEX', 'CI_NODE_TOTAL', 1),
    // GitLab sets an index only for parallel jobs. For other jobs, it can set a total of 1.
    speaks: (read) => read('CI_NODE_INDEX') !== null || (read('CI_NODE_TOTAL') ?? '1') !== '1',
  },
  counted('CircleCI', 'CIRCLE_NODE_INDEX', 'CIRCLE_NODE_TOTAL', 0),
  counted('Buildkite', 'BUILDKITE_PARALLEL_JOB', 'BUILDKITE_PARALLEL_JOB_COUNT', 0),
  {
    name: 'Slurm',
    needed: [slurmId, slurmMin, slurmMax, slurmCount],
    optional: [slurmStep],
    shard: slurmShard,
  },
]

export const shardVariables: readonly string[] = ciSystems.flatMap(variableNames)

/**
 * Parses "I/N" or "auto".
 * @throws ConfigurationError for another text, or for unusable variables of the CI system
 */
export function parseShard(text: string, environment: Environment, option = '--shard'): Shard {
  if (text === 'auto') return shardOfCiSystem(environment, option)
  const match = /^(\d{1,9})\/(\d{1,9})$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || index < 1 || count < index)
    throw new ConfigurationError(
      `${option} is "${text}": give I/N with I from 1 to N, for example 1/3, or auto to take both from the CI system.`,
    )
  return { index, count }
}

function shardOfCiSystem(environment: Environment, option: string): Shard {
  const read = (variable: string): string | null => environment[variable]?.trim() || null
  const speaking = ciSystems.filter(({ speaks, ...system }) =>
    speaks === undefined ? variableNames(system).some((one) => read(one) !== null) : speaks(read),
  )
  const [system, other] = speaking
  if (system === undefined)
    throw new ConfigurationError(
      `${option} auto finds no CI system or cluster that sets the part of this run (${ciSystems.map(({ name, needed }) => `${name}: ${needed[0]}`).join(', ')}): give ${option} I/N, for example 1/3.`,
    )
  const set = (one: CiSystem): string => variableNames(one).find((variable) => read(variable) !== null) ?? ''
  if (other !== undefined)
    throw new ConfigurationError(
      `${option} auto finds two CI systems that set the part of this run, ${system.name} (${set(system)}) and ${other.name} (${set(other)}): unset the variables of one, or give the part as I/N.`,
    )
  const missing = system.needed.find((variable) => read(variable) === null)
  if (missing !== undefined)
    throw new ConfigurationError(
      `${option} auto finds ${set(system)} without ${missing}, so the part is unknown: ${missing === 'JOB_COMPLETIONS' ? 'set JOB_COMPLETIONS to the field completions of the Job' : 'set both'}, or give the part as I/N.`,
    )
  const number = (variable: string): number => {
    const value = read(variable) ?? ''
    if (!/^\d{1,9}$/.test(value))
      throw new ConfigurationError(
        `${variable} is "${value}", but ${system.name} sets a whole number: correct the variable, or give the part as I/N.`,
      )
    return Number(value)
  }
  return system.shard(number, (variable) => read(variable) !== null)
}

function variableNames({ needed, optional = [] }: Pick<CiSystem, 'needed' | 'optional'>): readonly string[] {
  return [...needed, ...optional]
}

function placed(
  { name, index: variable, count: total }: { name: string; index: string; count: string },
  index: number,
  count: number,
): Shard {
  if (index < 1 || index > count)
    throw new ConfigurationError(
      `${variable} is out of range of ${total}: the run would check part ${index} of ${count}, counted from 1. Correct the variables of ${name}, or give the part as I/N.`,
    )
  return { index, count }
}

function slurmShard(number: (variable: string) => number, has: (variable: string) => boolean): Shard {
  const [id, min, max, count] = [number(slurmId), number(slurmMin), number(slurmMax), number(slurmCount)]
  const step = count > 1 ? (max - min) / (count - 1) : 1
  const index = (id - min) / step + 1
  const told = has(slurmStep) && count > 1 ? number(slurmStep) : step
  const isRow = count >= 1 && max === min + (count - 1) * step && Number.isInteger(step) && step >= 1
  if (!isRow || told !== step || !Number.isInteger(index) || index < 1 || index > count)
    throw new ConfigurationError(
      `Slurm's task ${id} of ${count} from ${min} to ${max}${has(slurmStep) ? ` by ${number(slurmStep)}` : ''} cannot be mapped to a part: give --array as 1-N, or the part as I/N.`,
    )
  return { index, count }
}
