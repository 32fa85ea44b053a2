// Executes a Dockerfile without a container engine.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import imported from '@balena/dockerignore'
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast'
import { makeBaseImage } from './base-image.ts'
import { copyRoot, enter, type Place } from './root.ts'

// Corrects the type of the import. The package's types wrongly put the function into a member `default`.
const dockerignore = imported as unknown as typeof imported.default

export interface Image extends Pick<Place, 'root' | 'user' | 'workdir' | 'environment'> {
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  readonly volumes: readonly string[]
}

interface Build {
  readonly context: string
  readonly folder: string
  readonly stages: Map<string, Image>
  readonly bases: Map<string, string>
}

const blank = {
  user: 'root',
  workdir: '/',
  environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  entrypoint: [],
  command: [],
  healthcheck: [],
  volumes: [],
}

/**
 * Returns the image of each stage of the Dockerfile.
 * @param folder the folder for the root file systems of the images
 * @throws if an instruction is unknown
 */
export function buildImages(context: string, folder: string): ReadonlyMap<string, Image> {
  const build: Build = { context, folder, stages: new Map(), bases: new Map() }
  const dockerfile = DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  let stage = ''
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword()
    const content = instruction.getArgumentsContent() ?? ''
    if (keyword === 'FROM') {
      const [, from = '', name = ''] = /^(\S+) AS (\S+)$/i.exec(content) ?? []
      stage = name
      build.stages.set(stage, beginning(from, stage, build))
      continue
    }
    const image = build.stages.get(stage)
    if (image === undefined) throw new Error(`${keyword} stands before FROM`)
    build.stages.set(stage, after(image, instruction, build))
  }
  return build.stages
}

function beginning(from: string, stage: string, { folder, stages, bases }: Build): Image {
  const root = join(folder, stage)
  const earlier = stages.get(from)
  if (earlier !== undefined) {
    copyRoot(earlier.root, root)
    return { ...earlier, root }
  }
  const base = bases.get(from) ?? join(folder, `base-${bases.size}`)
  if (!bases.has(from)) makeBaseImage(from, base)
  bases.set(from, base)
  copyRoot(base, root)
  return { ...blank, root }
}

function after(image: Image, instruction: Instruction, build: Build): Image {
  const keyword = instruction.getKeyword()
  const content = instruction.getArgumentsContent() ?? ''
  const list = (): readonly string[] => JSON.parse(content) as string[]
  switch (keyword) {
    case 'WORKDIR':
      mkdirSync(join(image.root, content), { recursive: true })
      return { ...image, workdir: content }
    case 'USER':
      return { ...image, user: content }
    case 'ENV': {
      const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(content) ?? []
      return { ...image, environment: { ...image.environment, [name]: value } }
    }
    case 'RUN':
      enter(withNetwork(image), ['/bin/sh', '-c', content])
      return image
    case 'COPY':
      copy(image, content, (instruction as Copy).getFromFlag()?.getValue() ?? null, build)
      return image
    case 'ENTRYPOINT':
      return { ...image, entrypoint: list() }
    case 'CMD':
      return { ...image, command: list() }
    case 'VOLUME':
      return { ...image, volumes: list() }
    case 'HEALTHCHECK':
      return { ...image, healthcheck: JSON.parse(content.replace(/^.*?CMD /s, '')) as string[] }
    case 'EXPOSE':
      return image
    default:
      throw new Error(`${keyword} is not known here`)
  }
}

const certificates = '/etc/ssl/certs/ca-certificates.crt'

// Adds the files that a process needs for network access. A container engine adds them too.
function withNetwork(image: Image): Place {
  const lent = ['/etc/resolv.conf', '/etc/hosts', certificates].filter((file) => existsSync(file))
  for (const file of lent) {
    mkdirSync(join(image.root, dirname(file)), { recursive: true })
    if (!existsSync(join(image.root, file))) cpSync('/dev/null', join(image.root, file))
  }
  return {
    ...image,
    environment: {
      HOME: image.user === 'root' ? '/root' : `/home/${image.user}`,
      ...(lent.includes(certificates) ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
      ...image.environment,
    },
    mounts: Object.fromEntries(lent.map((file) => [file, file])),
  }
}

function copy(image: Image, content: string, stage: string | null, { context, stages }: Build): void {
  const from = stage === null ? context : stages.get(stage)?.root
  if (from === undefined) throw new Error(`there is no stage ${stage}`)
  const places = content.split(' ')
  const to = places.pop() ?? ''
  const target = join(image.root, to.startsWith('/') ? to : join(image.workdir, to))
  const kept = stage === null ? contextFilter(context) : () => true
  for (const place of places) {
    const source = join(from, place)
    const isFolder = statSync(source).isDirectory()
    const files = isFolder ? filesIn(source) : [source]
    const wanted = files.filter((file) => kept(relative(from, file)))
    if (wanted.length === 0) throw new Error(`COPY finds nothing of ${place}`)
    for (const file of wanted) {
      const name = isFolder ? relative(source, file) : to.endsWith('/') ? place : ''
      mkdirSync(dirname(join(target, name)), { recursive: true })
      cpSync(file, join(target, name), { verbatimSymlinks: true })
    }
  }
}

/** Returns a filter that follows the rules in `.dockerignore`. */
export function contextFilter(context: string): (file: string) => boolean {
  return dockerignore()
    .add(readFileSync(join(context, '.dockerignore'), 'utf8'))
    .createFilter()
}

/** Returns all files and links in the folder. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}
