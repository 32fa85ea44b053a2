// Tests the shards that an option or a CI system defines.
import { expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import type { Environment } from './environment.ts'
import { type Options, resolveSettings } from './run-config.ts'
import { parseShard, shardVariables } from './shard.ts'

const slurm = (id: number, min: number, max: number, count: number, step = 1): Environment => ({
  SLURM_ARRAY_TASK_ID: String(id),
  SLURM_ARRAY_TASK_MIN: String(min),
  SLURM_ARRAY_TASK_MAX: String(max),
  SLURM_ARRAY_TASK_COUNT: String(count),
  SLURM_ARRAY_TASK_STEP: String(step),
})

test.each<[string, Environment, string]>([
  ['Kubernetes counts from 0', { JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '3' }, '1/3'],
  ['Kubernetes, the last', { JOB_COMPLETION_INDEX: '2', JOB_COMPLETIONS: '3' }, '3/3'],
  ['GitLab counts from 1', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }, '1/3'],
  ['GitLab, the last', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' }, '3/3'],
  ['CircleCI counts from 0', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '3' }, '1/3'],
  ['CircleCI, one alone', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '1' }, '1/1'],
  ['Buildkite counts from 0', { BUILDKITE_PARALLEL_JOB: '2', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, '3/4'],
  ['Slurm, 1-3', slurm(3, 1, 3, 3), '3/3'],
  ['Slurm, 0-2', slurm(0, 0, 2, 3), '1/3'],
  ['Slurm, 2-8:3', slurm(5, 2, 8, 3, 3), '2/3'],
  ['Slurm, 7', slurm(7, 7, 7, 1), '1/1'],
  // GitLab sets CI_NODE_TOTAL to 1 for a job that is not parallel. This value must not hide the numbers of
  // Slurm.
  ['Slurm below GitLab', { ...slurm(2, 1, 3, 3), CI_NODE_TOTAL: '1' }, '2/3'],
  [
    'without a step, and an engine with empty variables',
    { ...slurm(4, 2, 6, 3), SLURM_ARRAY_TASK_STEP: '', CI_NODE_INDEX: ' ', CI_NODE_TOTAL: '' },
    '2/3',
  ],
])('%s', (_, environment, expected) => {
  const { index, count } = parseShard('auto', environment)
  expect(`${index}/${count}`).toBe(expected)
})

const refusal = (text: string, environment: Environment = {}): string => {
  try {
    parseShard(text, environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message).not.toContain('\n')
    return (error as Error).message
  }
  throw new Error('it was not refused')
}

test.each<[string, Environment, RegExp]>([
  [
    'no engine',
    {},
    /^--shard auto finds no CI system or cluster .*Kubernetes: JOB_COMPLETION_INDEX.*give --shard I\/N/,
  ],
  ['a total without an index on GitLab', { CI_NODE_TOTAL: '1' }, /finds no CI system or cluster/],
  ['half of GitLab', { CI_NODE_TOTAL: '3' }, /finds CI_NODE_TOTAL without CI_NODE_INDEX/],
  ['the other half', { CI_NODE_INDEX: '3' }, /finds CI_NODE_INDEX without CI_NODE_TOTAL/],
  [
    'half of Kubernetes',
    { JOB_COMPLETION_INDEX: '0' },
    /without JOB_COMPLETIONS, .*the field completions of the Job/,
  ],
  ['half of CircleCI', { CIRCLE_NODE_TOTAL: '2' }, /CIRCLE_NODE_TOTAL without CIRCLE_NODE_INDEX/],
  ['half of Buildkite', { BUILDKITE_PARALLEL_JOB: '0' }, /without BUILDKITE_PARALLEL_JOB_COUNT/],
  ['a part of Slurm', { SLURM_ARRAY_TASK_ID: '1' }, /without SLURM_ARRAY_TASK_MIN/],
  [
    'two engines',
    { ...slurm(1, 1, 3, 3), CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '1' },
    /two CI systems .*CircleCI \(CIRCLE_NODE_INDEX\) and Slurm \(SLURM_ARRAY_TASK_ID\): unset/,
  ],
  [
    '0 on GitLab',
    { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3' },
    /CI_NODE_INDEX is out of range of CI_NODE_TOTAL/,
  ],
  ['4 of 3 on GitLab', { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '3' }, /is out of range/],
  ['3 of 3 on CircleCI', { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '3' }, /part 4 of 3, counted from 1/],
  ['0 of 0', { JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '0' }, /is out of range/],
  [
    'no number',
    { CI_NODE_INDEX: 'two', CI_NODE_TOTAL: '3' },
    /CI_NODE_INDEX is "two", but GitLab sets a whole number/,
  ],
  ['a negative one', { CI_NODE_INDEX: '-1', CI_NODE_TOTAL: '3' }, /sets a whole number/],
  ['an uneven array', slurm(2, 1, 9, 3, 1), /task 2 of 3 from 1 to 9 by 1 cannot be mapped to a part/],
  ['a task between', slurm(3, 2, 8, 3, 3), /cannot be mapped/],
  ['a task beyond', slurm(9, 1, 3, 3), /cannot be mapped/],
  ['a step that contradicts', slurm(2, 1, 3, 3, 2), /cannot be mapped/],
  ['an array of none', slurm(1, 1, 1, 0), /cannot be mapped/],
])('refused: %s', (_, environment, says) => {
  expect(refusal('auto', environment)).toMatch(says)
})

test('a given shard needs no CI system, and an invalid shard is rejected', () => {
  expect(parseShard('2/3', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' })).toEqual({ index: 2, count: 3 })
  for (const text of ['0/3', '4/3', '1/0', '1', '1/3/5', 'Auto', '-1/3', '1.5/3', `1/${'9'.repeat(10)}`])
    expect(refusal(text)).toContain(`--shard is "${text}": give I/N`)
})

test('messages name every variable', () => {
  expect(shardVariables).toHaveLength(13)
})

test('each shard has its share of the rate, and all shards have one seed unless a seed is given', () => {
  const settings = (options: Options, environment: Environment = {}) =>
    resolveSettings(options, { TENANT_ACCESS_TOKEN: 'a-token', ...environment }, false)
  const baseUrl = 'https://tenant.example/api/v2'
  const engine = { CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '4' }
  const part = settings({ baseUrl, shard: 'auto', rate: 2 }, engine)
  expect(part).toMatchObject({ shard: { index: 2, count: 4 }, ratePerSecond: 0.5, seed: 1 })
  expect(settings({ baseUrl, shard: '1/1', rate: 2, seed: 7 })).toMatchObject({ ratePerSecond: 2, seed: 7 })
  expect(settings({ baseUrl, rate: 2 }, engine)).toMatchObject({ shard: null, ratePerSecond: 2 })
  expect(settings({ baseUrl, shard: '3/4' }).ratePerSecond).toBeNull()
})
