// Reads the CI files as data, and finds their commands.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { packageRoot } from '../../src/base/package-root.ts'

export const textOf = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')

interface Step {
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly id?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly securityContext: object
}

interface JobSpec {
  readonly template: { readonly spec: { readonly containers: readonly [Container] } }
}

export const action = parse(textOf('action.yml')) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

export const github = parse(textOf('ci/github.yml')) as {
  readonly jobs: { readonly conformance: { readonly steps: readonly Step[] } }
}

export const gitlab = parse(textOf('ci/gitlab.yml')) as {
  readonly conformance: {
    readonly image: string
    readonly script: readonly string[]
    readonly artifacts: { readonly reports: Readonly<Record<string, string>> }
  }
}

const azure = parse(textOf('ci/azure-pipelines.yml')) as {
  readonly jobs: readonly [
    { readonly steps: readonly { readonly script?: string; readonly inputs?: object }[] },
  ]
}

const circle = parse(textOf('ci/circleci.yml')) as {
  readonly jobs: {
    readonly conformance: { readonly steps: readonly { readonly run?: { readonly command: string } }[] }
  }
}

/** The script of the shell step. */
export const jenkinsScript = /sh '''(.*?)'''/s.exec(textOf('ci/Jenkinsfile'))?.[1] ?? ''

const documents = parseAllDocuments(textOf('ci/kubernetes.yml')).map((document) => document.toJS() as unknown)
export const [kubernetesJob, kubernetesCronJob] = documents as [
  { readonly kind: string; readonly spec: JobSpec },
  { readonly kind: string; readonly spec: { readonly jobTemplate: { readonly spec: JobSpec } } },
]

export const scripts: Readonly<Record<string, readonly string[]>> = {
  'ci/github.yml': github.jobs.conformance.steps.flatMap(({ run }) => run ?? []),
  'ci/gitlab.yml': gitlab.conformance.script,
  'ci/azure-pipelines.yml': azure.jobs[0].steps.flatMap(({ script }) => script ?? []),
  'ci/circleci.yml': circle.jobs.conformance.steps.flatMap(({ run }) => run?.command ?? []),
  'ci/Jenkinsfile': [jenkinsScript],
}

/** Returns the commands in the form in which the text contains them. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  const calls =
    /(?:npx (?:--yes )?tenant-conformance(?:@[\d.]+)?|npm start --|(?:^|\s)tenant-conformance:[\d.]+)(.*)/g
  return [...text.replaceAll(/\\\n\s*/g, ' ').matchAll(calls)].map(
    ([, rest = '']) =>
      rest
        .split(/[|>;&`#]/)[0]
        ?.trim()
        .split(/\s+/) ?? [],
  )
}
