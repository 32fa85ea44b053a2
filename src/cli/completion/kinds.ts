// Kinds of completed values: "@clauses" is a list of words, "=a b" are two words, a final "*" allows several.
import type { CompletedCommand, Value } from './completed.ts'

function kindOf({ words, paths, variadic }: Value): string {
  const list = typeof words === 'string' ? `@${words}` : words === null ? '' : `=${words.join(' ')}`
  const kind = list === '' ? (paths ?? '-') : paths === null ? list : `${list}+${paths}`
  return `${kind}${variadic ? '*' : ''}`
}

function optionKinds(commands: readonly CompletedCommand[]): readonly (readonly [string, string])[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null ? [] : flags.map((flag) => [`${path}:${flag}`, kindOf(value)] as const),
    ),
  )
}

function valueKinds(commands: readonly CompletedCommand[]): readonly (readonly [string, string])[] {
  return commands.flatMap(({ path, values }) =>
    values.map(
      (value, place) =>
        [`${path}:${value.variadic ? '*' : place}`, kindOf({ ...value, variadic: false })] as const,
    ),
  )
}

export function caseOf(branches: readonly (readonly [pattern: string, body: string])[]): string {
  return branches
    .map(([pattern, body]) => {
      const any = pattern.endsWith(':*')
      return `    '${any ? pattern.slice(0, -1) : pattern}'${any ? '*' : ''}) ${body} ;;`
    })
    .join('\n')
}

export function kindFunctions(own: string, commands: readonly CompletedCommand[]): string {
  const kinds = (places: readonly (readonly [string, string])[]): string =>
    caseOf(places.map(([place, kind]) => [place, `kind='${kind}'`]))
  return `# Sets kind to the kind of the value of an option.
${own}_follows() {
  case $1:$2 in
${kinds(optionKinds(commands))}
    *) kind= ;;
  esac
}
# Sets kind to the kind of the argument of a command at a position.
${own}_takes() {
  case $1:$2 in
${kinds(valueKinds(commands))}
    *) kind= ;;
  esac
}
`
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
