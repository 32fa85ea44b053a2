// Makes resources from their files and operations.
import { messageOf } from '../../base/error.ts'
import { mergePatchType } from '../../base/http/media-type.ts'
import { isObject, type JsonObject, tokenOf } from '../../base/json.ts'
import type { Operation } from '../contract.ts'
import { dereference } from '../expansion/dereference.ts'
import { SchemaError } from '../expansion/reference-target.ts'
import type { Problems } from '../problems.ts'
import type { Resource } from '../resource.ts'
import { type Pointer, schemaAt } from '../schema.ts'
import { isChoice } from '../values/constraint.ts'
import { resolvedNormalisations } from '../values/normalisation.ts'
import { type ResourceSource, resourceOf } from './resource-source.ts'
import { baseName, type SourceFile } from './source-files.ts'

export function resourcesFrom(
  files: readonly SourceFile<ResourceSource>[],
  documents: ReadonlyMap<string, JsonObject>,
  problems: Problems,
): ReadonlyMap<string, Resource> {
  return new Map(
    files.map((source) => {
      const name = baseName(source.file)
      const resource = resourceOf(name, source.content)
      return [name, { ...resource, ended: endedFrom(source, resource, documents, problems) }]
    }),
  )
}

function endedFrom(
  { file, content }: SourceFile<ResourceSource>,
  { ended }: Resource,
  documents: ReadonlyMap<string, JsonObject>,
  problems: Problems,
): Resource['ended'] {
  const base = content as unknown as JsonObject
  return new Map(
    [...ended].map(([member, value]) => {
      if (!isObject(value)) return [member, value]
      try {
        return [member, dereference(value, 'any', documents, base, 'response')]
      } catch (error) {
        const pointer = error instanceof SchemaError ? error.pointer : ''
        problems.add(file, `/ended/${tokenOf(member)}${pointer}`, messageOf(error))
        return [member, true]
      }
    }),
  )
}

export function withDefaultsOfCreation(
  resources: ReadonlyMap<string, Resource>,
  files: readonly SourceFile<ResourceSource>[],
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, Resource> {
  const stated = new Map(files.map(({ file, content }) => [baseName(file), content.exclusive]))
  const patches = new Map(files.map(({ file, content }) => [baseName(file), content.patch]))
  const normalising = new Map(files.map(({ file, content }) => [baseName(file), content.normalises ?? {}]))
  return new Map(
    [...resources].map(([name, resource]) => {
      const create = operations.get(resource.life.create ?? '')
      const nameAt = resource.nameAt ?? namingMember(create, resource)
      const exclusive = stated.get(name) ?? (resource.singleton || mayGiveIdsAgain(resource, create))
      const sent = create ?? operations.get(resource.life.replace ?? resource.life.update ?? '')
      const normalises = resolvedNormalisations(normalising.get(name) ?? {}, sent?.request ?? null)
      const patch = patches.get(name) ?? patchOf(operations.get(resource.life.update ?? ''))
      const superseded =
        [...operations.values()].find((one) => one.resource === name && one.supersedes !== null)
          ?.supersedes ?? new Map()
      return [name, { ...resource, nameAt, exclusive, normalises, patch, superseded }]
    }),
  )
}

const patchOf = (update: Operation | undefined): Resource['patch'] =>
  update?.mediaType === mergePatchType ? 'merge' : 'members'

// A service that reuses the numbers of deleted resources would confuse parallel checks.
function mayGiveIdsAgain({ life, id, idsNeverReused }: Resource, create: Operation | undefined): boolean {
  const types = [schemaAt(create?.response ?? {}, id)?.type].flat()
  return (
    life.delete !== undefined && !idsNeverReused && (types.includes('integer') || types.includes('number'))
  )
}

const nameCharactersMin = 20

// Finds a member for the marker of the run. Excludes the id, because a creation can choose the id.
function namingMember(
  create: Operation | undefined,
  { id, constraints }: Pick<Resource, 'id' | 'constraints'>,
): Pointer | null {
  const choices = constraints.filter(isChoice).flatMap(({ members }) => members)
  const properties = create?.request?.properties
  const found = Object.entries(isObject(properties) ? properties : {}).find(
    ([name, schema]) =>
      isObject(schema) &&
      ![id, ...choices].includes(`/${tokenOf(name)}`) &&
      !/^(?:id|uuid|guid)$/i.test(name) &&
      schema.type === 'string' &&
      !['enum', 'const', 'pattern', 'format', 'writeOnly'].some((keyword) => keyword in schema) &&
      (typeof schema.maxLength !== 'number' || schema.maxLength >= nameCharactersMin),
  )
  return found === undefined ? null : `/${tokenOf(found[0])}`
}
