// The option `--attest` writes an in-toto statement about a run.
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { ConfigurationError, messageOf } from '../../base/error.ts'
import { makeFolder } from '../../base/files/folder.ts'
import { readInputBytes } from '../../base/files/input-file.ts'
import { writeWhole } from '../../base/files/whole-file.ts'
import { didYouMean } from '../../base/text/nearest.ts'
import { parsedUrl } from '../../base/uri.ts'
import { visibleJson } from '../../base/visible.ts'
import { attestationOf, type Report, type ResourceDescriptor, type Subject } from '../../report/index.ts'
import type { Environment } from '../../settings/environment.ts'

export interface AttestFlags {
  readonly attest?: string
  readonly subject: readonly string[]
}

/** Valid numbers of hexadecimal digits, by algorithm (in-toto v1, DigestSet). */
const digits: Readonly<Record<string, readonly number[]>> = {
  sha256: [64],
  sha384: [96],
  sha512: [128],
  gitCommit: [40, 64],
}

/** @throws ConfigurationError if subjects are missing or invalid */
export function subjectsOf({ attest, subject }: AttestFlags): readonly Subject[] {
  if (attest === undefined && subject.length > 0)
    throw new ConfigurationError('--subject needs --attest FILE: give both, or neither.')
  if (attest === undefined) return []
  if (subject.length === 0)
    throw new ConfigurationError(
      '--attest needs --subject: give --subject NAME=sha256:HEX, for example the digest of an image, or --subject gitCommit:HEX.',
    )
  if (existsSync(attest) && statSync(attest).isDirectory())
    throw new ConfigurationError(`--attest names the folder ${attest}: give the name of a file.`)
  const subjects = subject.map(subjectOf)
  const names = subjects.flatMap(({ name }) => (name === undefined ? [] : [name]))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new ConfigurationError(`--subject names ${twice} twice: give each subject a different name.`)
  return subjects
}

function subjectOf(text: string): Subject {
  const [, name, algorithm = '', hex = ''] = /^(?:(.+)[=@])?(\w+):([^:@=]*)$/s.exec(text) ?? []
  const lengths = Object.hasOwn(digits, algorithm) ? digits[algorithm] : undefined
  if (lengths === undefined) {
    const known = Object.keys(digits)
    throw new ConfigurationError(
      `--subject is "${text}", without a known digest algorithm${didYouMean(algorithm, known)}: give NAME=sha256:HEX, or one of ${known.join(', ')}.`,
    )
  }
  if (!/^[\da-f]+$/i.test(hex) || !lengths.includes(hex.length))
    throw new ConfigurationError(
      `--subject is "${text}", but ${algorithm} needs ${lengths.join(' or ')} hexadecimal digits: give the whole digest.`,
    )
  return { ...(name === undefined ? {} : { name }), digest: { [algorithm]: hex.toLowerCase() } }
}

/** @throws ConfigurationError if the statement cannot be written */
export async function attest(
  file: string,
  report: Report,
  about: {
    readonly subjects: readonly Subject[]
    readonly files: readonly string[]
    readonly configuration: readonly string[]
    readonly environment: Environment
  },
): Promise<void> {
  const statement = attestationOf(report, {
    subjects: about.subjects,
    reports: about.files.map(describe),
    configuration: about.configuration.map(describe),
    url: jobUrl(about.environment),
  })
  try {
    makeFolder(dirname(file))
    writeWhole([{ path: file, text: `${visibleJson(statement)}\n` }])
  } catch (error) {
    throw new ConfigurationError(
      `The statement ${file} can't be written (${messageOf(error)}): name another file with --attest.`,
    )
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.html': 'text/html',
  '.md': 'text/markdown',
}

function describe(file: string): ResourceDescriptor {
  const mediaType = mediaTypes[extname(file)]
  return {
    name: basename(file),
    digest: { sha256: createHash('sha256').update(readInputBytes(file)).digest('hex') },
    ...(mediaType === undefined ? {} : { mediaType }),
  }
}

function jobUrl(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = environment
  const github = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined
  const { CI_JOB_URL: gitlab, BUILD_URL: jenkins, CIRCLE_BUILD_URL: circle } = environment
  const url = [github, gitlab, jenkins, circle].find((one) => one !== undefined && parsedUrl(one) !== null)
  return url ?? null
}
