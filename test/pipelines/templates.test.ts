// Tests that the CI files and the action are valid and safe, and that all of them use the same version of
// the tool.
import { CronJob, Job } from 'kubernetes-models/batch/v1'
import { describe, expect, test } from 'vitest'
import { unknownFlags } from './known-flags.ts'
import {
  action,
  commandsIn,
  github,
  gitlab,
  jenkinsScript,
  kubernetesCronJob,
  kubernetesJob,
  scripts,
  textOf,
} from './templates.ts'
import { actionErrors, workflowErrors } from './workflow-rules.ts'

const { version } = JSON.parse(textOf('package.json')) as { version: string }
const files = [...Object.keys(scripts), 'action.yml', 'ci/kubernetes.yml']

describe('the action', () => {
  test('is valid by the schema of GitHub, which refuses invalid ones', () => {
    const content = textOf('action.yml')
    expect(actionErrors(content)).toEqual([])
    const wrong = content.replace('using: composite', 'using: composit')
    expect(actionErrors(wrong)).not.toEqual([])
  })

  test('passes each input to the shell only as a variable, and accepts no credential as an input', () => {
    const steps = action.runs.steps
    for (const { run = '', uses } of steps) {
      expect(run).not.toContain('${{')
      expect(uses).toBeUndefined()
    }
    const given = steps.flatMap(({ env = {} }) => Object.values(env))
    expect(given.sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    )
    const read = steps.map(({ run = '' }) => run).join('')
    for (const name of Object.keys(action.inputs))
      expect(read).toContain(`$INPUT_${name.toUpperCase().replaceAll('-', '_')}`)
    expect(Object.keys(action.inputs).filter((name) => /token|secret|client|password/.test(name))).toEqual([])
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\S/)
  })

  test('uses existing flags', async () => {
    const flags = [...textOf('action.yml').matchAll(/(--[a-z-]+)(?:=\$|\))/g)].map(([, flag = '']) => flag)
    expect(flags.length).toBeGreaterThan(8)
    expect(await unknownFlags(['run', ...flags])).toEqual([])
  })
})

describe('on GitHub', () => {
  test('the workflow is valid, and an invalid one is refused', () => {
    const content = textOf('ci/github.yml')
    expect(workflowErrors(content)).toEqual([])
    const wrong = content.replace('runs-on:', 'run-on:')
    expect(workflowErrors(wrong)).not.toEqual([])
  })

  test('each action is pinned by its commit, except ours, which the user adds', () => {
    const used = github.jobs.conformance.steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((one) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(one))).toEqual([
      'OWNER/tenant-conformance@COMMIT',
    ])
  })

  test('no script contains an expression', () => {
    for (const script of scripts['ci/github.yml'] ?? []) expect(script).not.toContain('${{')
  })
})

describe('on Kubernetes', () => {
  test('the job and the cron job are valid by the schema of Kubernetes, which refuses invalid ones', () => {
    new Job(kubernetesJob as object).validate()
    new CronJob(kubernetesCronJob as object).validate()
    const wrong = structuredClone(kubernetesJob) as { spec: { backoffLimit?: unknown } }
    wrong.spec.backoffLimit = 'none'
    expect(() => new Job(wrong as object).validate()).toThrow(/backoffLimit/)
  })

  test('both run the same, without a named user, and can write only reports', () => {
    expect(kubernetesCronJob.spec.jobTemplate.spec).toEqual(kubernetesJob.spec)
    expect(kubernetesJob.spec).toMatchObject({
      backoffLimit: 0,
      template: {
        spec: {
          restartPolicy: 'Never',
          enableServiceLinks: false,
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000 },
          containers: [
            {
              image: `registry.example/tenant-conformance:${version}`,
              securityContext: {
                readOnlyRootFilesystem: true,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [{ name: 'reports', mountPath: '/work/reports' }],
            },
          ],
          volumes: [{ name: 'reports' }],
        },
      },
    })
  })

  test('the arguments exist', async () => {
    const [{ args }] = kubernetesJob.spec.template.spec.containers
    expect(await unknownFlags(args)).toEqual([])
  })
})

test.each(Object.entries(scripts))(
  '%s runs existing commands and flags of this version',
  async (_, lines) => {
    const commands = lines.flatMap(commandsIn)
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) expect(await unknownFlags(command)).toEqual([])
    for (const line of lines)
      expect(line.match(/tenant-conformance@[\d.]+/g)).toEqual([`tenant-conformance@${version}`])
  },
)

test.each(Object.entries(scripts))(
  '%s never succeeds without an address, nor with the embedded tenant',
  (file, lines) => {
    const runs = lines.flatMap(commandsIn).filter(([command]) => command === 'run')
    // The file for GitHub contains no command, because the action starts the run.
    expect(runs.length).toBe(file === 'ci/github.yml' ? 0 : 1)
    for (const run of runs) expect(run.slice(0, 3)).toEqual(['run', '--base-url', '"$TENANT_BASE_URL"'])
  },
)

test('no command contains a credential, and no unused variable does', () => {
  for (const file of files) {
    const text = textOf(file)
    expect(text).not.toMatch(/--\S*(?:token|secret|password)/i)
    const variables = new Set(text.match(/\bTENANT_[A-Z_]+/g))
    const known = new Set(textOf('.env.example').match(/^TENANT_\w+/gm))
    expect([...variables].filter((name) => !known.has(name))).toEqual([])
  }
  expect(jenkinsScript).toContain('$CLIENT_PSW')
})

test('the services read the reports that a run writes', () => {
  expect(gitlab.conformance.artifacts.reports).toEqual({
    junit: 'reports/junit.xml',
    codequality: 'reports/codequality.json',
  })
  for (const file of ['ci/azure-pipelines.yml', 'ci/circleci.yml', 'ci/Jenkinsfile'])
    expect(textOf(file)).toContain('reports/junit.xml')
})

test('all use the Node.js image of the Dockerfile', () => {
  const [, image = ''] = /^FROM (node:\S+)/m.exec(textOf('Dockerfile')) ?? []
  expect(image).toMatch(/^node:\d+\.\d+\.\d+-/)
  const named = ['ci/gitlab.yml', 'ci/Jenkinsfile', 'Dockerfile'].flatMap(
    (file) => textOf(file).match(/\bnode:\d\S*?(?=['\s])/g) ?? [],
  )
  expect(new Set(named)).toEqual(new Set([image]))
})
