// The build compiles schemas and contracts with these functions, so the program starts fast.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { type Compilation, moduleText, validatorFile } from '../base/schemas/validator.ts'
import { precompiledWordsFile, wordsIn } from '../cli/completion/index.ts'
import {
  contractFromFiles,
  judgedPart,
  loadContract,
  metaCompilations,
  precompiledContractFile,
  precompiledText,
  resolvedSchema,
  type Schema,
  shippedContract,
  sourcesIn,
} from '../contract/index.ts'
import { Knowledge, loadProfile, profileCompilation, shippedProfiles } from '../profile/index.ts'

export function precompiledSchemas(): readonly Compilation[] {
  const contract = loadContract()
  // The answers of a profile narrow the schemas, so each profile needs its own validators.
  const answers = [null, ...shippedProfiles()].map(
    (name) => new Knowledge(loadProfile(name, contract), contract).schemaAnswers,
  )
  const bodies = [...contract.operations.values()].flatMap((operation) =>
    (['request', 'response'] as const).flatMap((side) => {
      const schema = operation[side]
      if (schema === null) return []
      const all = [schema, ...answers.map((one) => resolvedSchema(schema, one, side))]
      return [...all, ...all.flatMap(membersOf), ...(side === 'request' ? all.map(judgedPart) : [])]
    }),
  )
  const all: readonly Compilation[] = [
    ...bodies.map((schema) => ({ settings: 'body', schema }) as const),
    profileCompilation(contract),
    ...metaCompilations(),
    { settings: 'requirements', schema: metaSchema('requirements') },
    { settings: 'report', schema: metaSchema('report') },
    { settings: 'report', schema: metaSchema('tenant-state') },
  ]
  return [...new Map(all.map((one) => [validatorFile(one), one])).values()]
}

function membersOf({ properties }: Schema): readonly Json[] {
  return isObject(properties) ? Object.values(properties).filter(isObject) : []
}

export async function precompiledFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...precompiledSchemas().map((one) => [`validators/${validatorFile(one)}`, moduleText(one)] as const),
    [precompiledWordsFile, JSON.stringify(await wordsIn(undefined, {}))],
    [precompiledContractFile, contractText()],
  ])
}

function contractText(): string {
  return precompiledText(contractFromFiles(shippedContract, true), sourcesIn(shippedContract))
}

function metaSchema(name: string): Json {
  return JSON.parse(readFileSync(join(packageRoot, `schemas/meta/${name}.json`), 'utf8')) as Json
}
