// Sets variables in the text of an .env file, and keeps the rest of the text.
import { parse } from 'dotenv'
import { ConfigurationError } from '../base/error.ts'

// An assignment in the syntax of dotenv. A quoted value can contain several lines.
const assignment =
  /^([ \t]*(?:export[ \t]+)?)([\w.-]+)([ \t]*=[ \t]*)('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^#\r\n]*?(?=[ \t]*(?:#|\r?$)))/gm

/**
 * @throws ConfigurationError if the new text would not have these values, or would change another variable
 */
export function withVariables(text: string, values: Readonly<Record<string, string>>, file: string): string {
  const before = parse(text)
  const changed = Object.entries(values).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return text
  const merged = changed.reduce((held, [name, value]) => withVariable(held, name, quoted(value)), text)
  const after = parse(merged)
  const wanted = { ...before, ...values }
  const names = new Set([...Object.keys(after), ...Object.keys(wanted)])
  if ([...names].some((name) => after[name] !== wanted[name]))
    throw new ConfigurationError(
      `${file} can't be changed automatically, because its lines are ambiguous (${changed.map(([name]) => name).join(', ')}): set these variables by hand, or give another file with --output-env.`,
    )
  return merged
}

/** Changes the last assignment of a name, because dotenv uses the last one. */
function withVariable(text: string, name: string, value: string): string {
  const last = [...text.matchAll(assignment)].findLast(([, , one]) => one === name)
  if (last === undefined) {
    const end = text.includes('\r\n') ? '\r\n' : '\n'
    return `${text}${text === '' || text.endsWith('\n') ? '' : end}${name}=${value}${end}`
  }
  const [whole, lead = '', , equals = ''] = last
  return `${text.slice(0, last.index)}${lead}${name}${equals}${value}${text.slice(last.index + whole.length)}`
}

function quoted(value: string): string {
  if (/^[\w.:/@%+=~,-]*$/.test(value)) return value
  const quote = ["'", '`', '"'].find((one) => !value.includes(one))
  return quote === undefined ? value : `${quote}${value}${quote}`
}
