// Prints the resources, the roles of operations, the open questions and the remarks of an OpenAPI document.
import { counted } from '../base/text/counted.ts'
import { visible } from '../base/visible.ts'
import { acts, type Contract, type DocumentFacts, type Operation } from '../contract/index.ts'

export function documentLines(contract: Contract): readonly string[] {
  const { openapi, operations, resources } = contract
  if (openapi === null) return []
  const living = [...resources.values()].filter(({ life }) => Object.keys(life).length > 0)
  const roles = living.flatMap(({ name, life, singleton }) => [
    `${name}${singleton ? ' (there is always one)' : ''}`,
    ...acts.flatMap((act) => {
      const operation = operations.get(life[act] ?? '')
      return operation === undefined ? [] : [`    ${act.padEnd(8)} ${route(operation)}`]
    }),
  ])
  const others = [...operations.values()].filter(({ act }) => act === 'other')
  return [
    `Made from ${openapi.location}: ${counted(operations.size, 'operation')}, ${counted(living.length, 'resource')}.`,
    ...(roles.length === 0 ? [] : ['', 'Resources, with the roles of their operations', ...indented(roles)]),
    ...(others.length === 0
      ? []
      : [
          '',
          'Operations without a role: a run sends only reads, and actions on resources that the run created',
          ...indented(others.map((one) => `${route(one)}${wordOf(one)}`)),
        ]),
    ...section('Questions that the document does not answer', openapi.questions.map(questionLine)),
    ...section(
      'Parts of the document that were ignored or interpreted',
      openapi.remarks.map(({ pointer, message }) => `${pointer}: ${message}`),
    ),
    '',
  ].map((line) => visible(line))
}

export function questionsMarkdown({ location, questions, remarks }: DocumentFacts): string {
  const item = (line: string): string => `- [ ] ${visible(line).replace(/[<>*_[\]]/g, '\\$&')}`
  return [
    '# Questions',
    '',
    `${location} does not answer these questions. Answer them in the files of this folder: each answer adds clauses.`,
    '',
    ...(questions.length === 0
      ? ['None: the document contains everything that a run needs.']
      : questions.map((one) => item(questionLine(one)))),
    ...(remarks.length === 0
      ? []
      : [
          '',
          '## Parts of the document that were ignored or interpreted',
          '',
          ...remarks.map(({ pointer, message }) => item(`${pointer}: ${message}`)),
        ]),
    '',
  ].join('\n')
}

function wordOf({ safe, acts }: Operation): string {
  if (acts) return ': an action, sent only for resources that the run created'
  if (safe === 'likely') return ': it probably only reads'
  return safe ? ': it only reads' : ''
}

const questionLine = ({ pointer, question, remedy }: DocumentFacts['questions'][number]): string =>
  `${pointer}: ${question}; ${remedy}`

const route = ({
  name,
  method,
  path,
}: {
  readonly name: string
  readonly method: string
  readonly path: string
}): string => `${name} (${method} ${path})`

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...indented(lines)]
}
