// Writes a CI file for each CI service that the folder uses.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../base/files/folder.ts'
import { readInput } from '../base/files/input-file.ts'
import { packageRoot } from '../base/package-root.ts'
import { writeFiles } from './output-file.ts'

interface Forge {
  readonly name: string
  /** A file or folder that only this service uses. */
  readonly sign: string
  readonly template: string
  readonly target: string
}

const forges: readonly Forge[] = [
  {
    name: 'GitHub',
    sign: '.github',
    template: 'github.yml',
    target: '.github/workflows/tenant-conformance.yml',
  },
  { name: 'GitLab', sign: '.gitlab-ci.yml', template: 'gitlab.yml', target: '.gitlab-ci.yml' },
  { name: 'Jenkins', sign: 'Jenkinsfile', template: 'Jenkinsfile', target: 'Jenkinsfile' },
  {
    name: 'Azure Pipelines',
    sign: 'azure-pipelines.yml',
    template: 'azure-pipelines.yml',
    target: 'azure-pipelines.yml',
  },
  { name: 'CircleCI', sign: '.circleci', template: 'circleci.yml', target: '.circleci/config.yml' },
]

export interface Pipeline {
  readonly forge: string
  readonly template: string
  readonly target: string
  readonly there: boolean
}

export function pipelinesFor(folder: string): readonly Pipeline[] {
  return forges
    .map(({ name, sign, template, target }) => ({
      forge: name,
      template: join(packageRoot, 'ci', template),
      target,
      there: existsSync(join(folder, target)),
      used: existsSync(join(folder, sign)),
    }))
    .filter(({ used, template }) => used && existsSync(template))
    .map(({ used: _, ...pipeline }) => pipeline)
}

/** @throws ConfigurationError if the file is not writable */
export function writePipeline(folder: string, { template, target }: Pipeline): void {
  const file = join(folder, target)
  makeFolder(dirname(file))
  writeFiles([{ path: file, text: readInput(template), mode: 0o644 }])
}
