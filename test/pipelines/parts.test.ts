// Tests that the CI files for shards are valid and safe, and that each file uses the same number of shards
// everywhere.

import { Job } from 'kubernetes-models/batch/v1'
import { PersistentVolumeClaim } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseShard } from '../../src/settings/shard.ts'
import { unknownFlags } from './known-flags.ts'
import { commandsIn, kubernetesJob, textOf } from './templates.ts'
import { workflowErrors } from './workflow-rules.ts'

const { version } = JSON.parse(textOf('package.json')) as { version: string }

describe('on Kubernetes', () => {
  const [claim, parts, whole] = parseAllDocuments(textOf('ci/kubernetes-parts.yml')).map((document) =>
    document.toJS(),
  )
  const containerOf = (job: typeof parts) => job.spec.template.spec.containers[0]

  test('the claim and the jobs are valid by the schema of Kubernetes, which refuses invalid ones', () => {
    new PersistentVolumeClaim(claim).validate()
    new Job(parts).validate()
    new Job(whole).validate()
    const wrong = structuredClone(parts)
    wrong.spec.completions = 'three'
    expect(() => new Job(wrong).validate()).toThrow(/completions/)
  })

  test('each pod finds its part, and has its own folder, which is merged', async () => {
    const { completionMode, completions, parallelism, backoffLimitPerIndex, backoffLimit } = parts.spec
    expect({ completionMode, parallelism, backoffLimitPerIndex, backoffLimit }).toEqual({
      ...{ completionMode: 'Indexed', parallelism: completions },
      ...{ backoffLimitPerIndex: 0, backoffLimit: undefined },
    })
    const { env, args } = containerOf(parts)
    const [{ name, value }] = env
    const folders = Array.from({ length: completions }, (_, index) => {
      const environment = { [name]: value, JOB_COMPLETION_INDEX: String(index) }
      expect(parseShard('auto', environment)).toEqual({ index: index + 1, count: completions })
      return args.at(-1).replace('$(JOB_COMPLETION_INDEX)', String(index))
    })
    expect(args.slice(0, 3)).toEqual(['run', '--base-url', '$(TENANT_BASE_URL)'])
    expect(containerOf(whole).args).toEqual(['merge', ...folders, '--report-dir', 'reports/whole'])
    expect(await unknownFlags(args)).toEqual([])
    expect(await unknownFlags(containerOf(whole).args)).toEqual([])
  })

  test('the jobs run like the undivided job, and have no more rights', () => {
    for (const job of [parts, whole]) {
      const { containers, volumes, terminationGracePeriodSeconds, ...rest } = job.spec.template.spec
      const { containers: ofPlain, ...plain } = kubernetesJob.spec.template.spec as unknown as typeof rest
      const { volumes: _, terminationGracePeriodSeconds: grace, ...plainRest } = plain
      expect(rest).toEqual(plainRest)
      expect([undefined, grace]).toContain(terminationGracePeriodSeconds)
      expect(containers[0].image).toBe(`registry.example/tenant-conformance:${version}`)
      expect(containers[0].securityContext).toEqual(ofPlain[0].securityContext)
      expect(volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name)
    }
    expect(containerOf(whole).envFrom).toBeUndefined()
  })
})

describe('on GitHub', () => {
  const text = textOf('ci/github-parts.yml')
  const { part, whole } = parse(text).jobs

  test('the workflow is valid, and an invalid one is refused', () => {
    expect(workflowErrors(text)).toEqual([])
    expect(workflowErrors(text.replace('fail-fast:', 'fail-quick:'))).not.toEqual([])
  })

  test('the parts are 1 to N, with one seed, and no failure stops another', async () => {
    const { matrix, 'fail-fast': failFast } = part.strategy
    expect(failFast).toBe(false)
    expect(matrix.part).toEqual(matrix.part.map((_: number, index: number) => index + 1))
    const { args } = part.steps[2].with
    const flags = args.trim().split('\n')
    expect(flags).toEqual([
      ...['--shard', `\${{ matrix.part }}/\${{ strategy.job-total }}`],
      ...['--seed', `\${{ github.run_number }}`, '--no-github'],
    ])
    expect(await unknownFlags(['run', ...flags.filter((flag: string) => flag.startsWith('--'))])).toEqual([])
  })

  test('the job that merges the parts runs after any result of the parts, with the same version', async () => {
    expect(whole).toMatchObject({ needs: 'part', if: 'always()' })
    const { run } = whole.steps[2]
    expect(run).toBe(`npx --yes tenant-conformance@${version} merge parts/*`)
    for (const command of commandsIn(run)) expect(await unknownFlags(command)).toEqual([])
  })

  test('actions are pinned, scripts contain no expression, and credentials come from variables', () => {
    const steps = [...part.steps, ...whole.steps]
    const loose = steps.flatMap(({ uses = [] }) => uses).filter((one) => !/@[\da-f]{40}$/.test(one))
    expect(loose).toEqual(['OWNER/tenant-conformance@COMMIT'])
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
    expect(text).not.toMatch(/--\S*(?:token|secret|password)/i)
  })
})

describe('on Slurm', () => {
  const text = textOf('ci/slurm.sh')

  test('the tasks are 1 to N, with one seed and their own folders; no credential is passed on', async () => {
    expect(text).toMatch(/^#SBATCH --array=1-\d+$/m)
    expect(text).toMatch(/^#SBATCH --export=PATH,HOME,TENANT_BASE_URL$/m)
    const [command = []] = commandsIn(text.slice(text.indexOf('\nexec')))
    expect(command.slice(0, 3)).toEqual(['run', '--base-url', '"$TENANT_BASE_URL"'])
    expect(command.join(' ')).toContain('--shard auto --seed "$SLURM_ARRAY_JOB_ID"')
    expect(command.join(' ')).toContain('part-$SLURM_ARRAY_TASK_ID"')
    for (const line of commandsIn(text)) expect(await unknownFlags(line)).toEqual([])
    expect(new Set(text.match(/tenant-conformance@[\d.]+\d/g))).toEqual(
      new Set([`tenant-conformance@${version}`]),
    )
  })
})
