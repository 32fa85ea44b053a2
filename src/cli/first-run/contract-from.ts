// `new contract DIR --from DOCUMENT` writes a contract folder with facts that the OpenAPI document lacks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import { namesHttp } from '../../base/uri.ts'
import type { ResourceSource } from '../../contract/index.ts'
import { importedFrom } from '../../openapi/import/index.ts'
import { questionsMarkdown } from '../document-facts.ts'
import type { Terminal } from '../terminal.ts'
import { filesOf, writeContract } from './new-contract.ts'

/** Members that the tool guesses from names. The written files contain no others. */
const guessed = [
  'life',
  'id',
  'idIn',
  'items',
  'paging',
  'removedWith',
  'references',
] as const satisfies readonly (keyof ResourceSource)[]

/** @throws ConfigurationError if the document cannot be read, or the folder is not empty or not writable */
export async function newContractFrom(folder: string, document: string, terminal: Terminal): Promise<void> {
  const { sources, facts } = await importedFrom(document)
  const target = writeContract(folder, (made) => {
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(made, file)), { recursive: true })
      writeFileSync(join(made, file), text)
    }
    write('schemas/contract.json', json({ openapi: nameFrom(resolve(folder, 'schemas'), document) }))
    for (const { file, content } of sources.resources) write(`schemas/${file}`, json(guessesIn(content)))
    write('QUESTIONS.md', questionsMarkdown(facts))
  })
  const { length: questions } = facts.questions
  terminal.write(
    [
      `${folder} contains a contract for ${document}. The files contain guesses about each resource. Correct the wrong guesses. You can delete the correct guesses: each run makes them again.`,
      ...filesOf(target).map((file) => `  ${file}`),
      '',
      `QUESTIONS.md contains ${counted(questions, 'open question')}.`,
      'To list the clauses:',
      `  ${commandName} clauses --contract ${folder}`,
      'To check a server:',
      `  ${commandName} run --contract ${folder} --base-url http://127.0.0.1:3000`,
      '',
    ].join('\n'),
  )
}

function guessesIn(content: ResourceSource): Partial<ResourceSource> {
  const members = guessed.flatMap((word) => (isSaid(content[word]) ? [[word, content[word]] as const] : []))
  return Object.fromEntries(members)
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)

/** Returns a relative path, so users can move the document together with the folder. */
function nameFrom(schemas: string, document: string): string {
  if (namesHttp(document)) return document
  return relative(schemas, resolve(document)).replaceAll('\\', '/')
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
