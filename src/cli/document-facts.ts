// Prints facts about an OpenAPI document: resources with the roles of their operations, questions and remarks.
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
    `Made from ${openapi.location}: ${operations.size} operations, ${living.length} resources.`,
    ...(roles.length === 0 ? [] : ['', 'Resources, with the roles of their operations', ...indented(roles)]),
    ...(others.length === 0
      ? []
      : [
          '',
          'Operations without a role: those that read are checked alone, others are not sent',
          ...indented(others.map((one) => `${route(one)}${wordOf(one)}`)),
        ]),
    ...section('Questions that the document leaves open', openapi.questions.map(questionLine)),
    ...section(
      'Left out, or read in another way',
      openapi.remarks.map(({ pointer, message }) => `${pointer}: ${message}`),
    ),
    '',
  ].map((line) => visible(line))
}

/** Returns the questions as a checklist. */
export function questionsMarkdown({ location, questions, remarks }: DocumentFacts): string {
  const item = (line: string): string => `- [ ] ${visible(line).replace(/[<>*_[\]]/g, '\\$&')}`
  return [
    '# Questions',
    '',
    `What ${location} does not say, and the files of this folder can. Each answer makes more clauses.`,
    '',
    ...(questions.length === 0
      ? ['None: all that a run needs was found.']
      : questions.map((one) => item(questionLine(one)))),
    ...(remarks.length === 0
      ? []
      : [
          '',
          '## Left out, or read in another way',
          '',
          ...remarks.map(({ pointer, message }) => item(`${pointer}: ${message}`)),
        ]),
    '',
  ].join('\n')
}

/** Describes an operation without a role. */
function wordOf({ safe, acts }: Operation): string {
  if (acts) return ': an action, sent about resources of the run'
  if (safe === 'likely') return ': it seems to read'
  return safe ? ': it reads' : ''
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
