// Strange requests: repeated members, deep nesting, huge white space, wrong charsets and codings, unknown members.

import { at, isObject, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { levelsSentMax } from '../../client/index.ts'
import { type Operation, operationOf, schemaAt } from '../../contract/index.ts'
import { NotApplicable } from '../../oracle/index.ts'
import { asForm, formText, type Notation, pairsOf } from '../requests/form.ts'
import type { Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { membersOf, type Write } from '../under-test/index.ts'
import { formOf } from './form-taken.ts'
import { textOf, writing } from './json-text.ts'
import { type Plain, plainOf } from './plain.ts'
import { oddlyWritten } from './same-request.ts'
import { mustStaySane, type Strange } from './sane.ts'
import { departureOf, type Trial } from './trial.ts'
import { unasked } from './unasked.ts'

// The body is a level, too.
const depth = levelsSentMax - 1
const blanks = 1_000_000

const headers =
  (more: NonNullable<Request['headers']>): Write =>
  (request) => ({ ...request, headers: { ...request.headers, ...more } })
const labelled =
  (mediaType: string): Write =>
  (request) => ({ ...request, mediaType })
const both =
  (...writes: readonly Write[]): Write =>
  (request) =>
    writes.reduce((written, write) => write(written), request)

const after = (members: string): Write => writing((text) => text.replace(/^\{/, `{${members},`))

function other(sent: JsonObject): JsonObject {
  const [name, value] = Object.entries(sent).find(([, one]) => typeof one === 'string') ?? []
  return name === undefined ? sent : { ...sent, [name]: `${String(value).slice(0, 60)} too` }
}

const repeating: Write = (request) => {
  if (!isObject(request.body)) return request
  const rest = textOf(request).slice(1)
  return { ...request, rawBody: `${jsonText(other(request.body)).slice(0, -1)},${rest}` }
}

/** In one request, as most tenants accept each. */
function together(parts: readonly Strange[]): Strange {
  return {
    name: parts.map(({ name }) => name).join(', '),
    write: both(...parts.map(({ write }) => write)),
    meant: 'as-sent',
    parts,
  }
}

const ofNoBody: readonly Strange[] = [
  {
    name: 'with the type of a body, and none',
    write: headers({ 'content-type': 'application/json' }),
    meant: 'anything',
  },
  {
    name: 'with a body that nobody asked for',
    write: (request) => ({ ...request, rawBody: '{"unasked":1}' }),
    meant: 'anything',
  },
  {
    name: 'with a body that nobody asked for, and that is not JSON',
    write: (request) => ({ ...request, rawBody: '{"unasked":' }),
    meant: 'anything',
  },
]

const inQuery: Strange = {
  name: 'with other values of its members in the query string',
  write: (request) => {
    const body = isObject(request.body) ? other(request.body) : {}
    const joint = request.path.includes('?') ? '&' : '?'
    return { ...request, path: `${request.path}${joint}${formText(pairsOf(body, null))}` }
  },
  meant: 'as-sent',
}

/** Combined, for any operation. */
const usuallyTaken: readonly Strange[] = [
  {
    name: `with a member that nobody asked for, nested ${depth} deep`,
    write: after(`"unasked":${'['.repeat(depth)}1e400${']'.repeat(depth)},"__proto__":{"unasked":-0.0e-0}`),
    meant: 'as-sent',
  },
  {
    name: `whose body begins with ${blanks} blanks`,
    write: writing((text) => `${' '.repeat(blanks)}${text}`),
    meant: 'as-sent',
    mayClose: true,
  },
  {
    name: 'with a Content-Encoding that nobody knows (RFC 9110, 8.4)',
    write: headers({ 'content-encoding': 'x-nobody-knows' }),
    meant: 'as-sent',
  },
]

const before: readonly Strange[] = [
  {
    name: 'that has each member twice, with two values',
    write: repeating,
    meant: 'as-sent',
    readings: (sent) => [sent, other(sent)],
  },
  inQuery,
]
const behind: readonly Strange[] = [
  {
    name: 'whose body begins with a byte order mark (RFC 8259, 8.1)',
    write: writing((text) => `\ufeff${text}`),
    meant: 'as-sent',
  },
]

const mislabelled = together([
  {
    name: 'labelled charset=utf-16, whose body is UTF-8',
    write: labelled('application/json; charset=utf-16'),
    meant: 'as-sent-or-nothing',
  },
  {
    name: 'labelled Content-Encoding: gzip, whose body is not packed',
    write: headers({ 'content-encoding': 'gzip' }),
    meant: 'as-sent-or-nothing',
  },
])

function refused({ resource }: Trial): readonly Strange[] {
  const holdsSecret = ({ body }: Request): boolean =>
    resource.secret.some((pointer) => isObject(body) && at(body, pointer) !== undefined)
  return [
    { name: 'whose body ends with a NUL', write: writing((text) => `${text}\0`), meant: 'as-sent' },
    {
      name: 'in UTF-16',
      // For ASCII, this is UTF-16LE. Masking would not recognise a secret in it.
      write: (request) =>
        holdsSecret(request)
          ? { ...request, mediaType: 'application/json; charset=no-such' }
          : both(
              labelled('application/json; charset=utf-16le'),
              writing((text) => text.split('').join('\0').concat('\0')),
            )(request),
      meant: 'as-sent-or-nothing',
    },
    { name: 'without a Content-Type', write: headers({ 'content-type': null }), meant: 'as-sent-or-nothing' },
    { name: 'with an empty body', write: (request) => ({ ...request, rawBody: '' }), meant: 'nothing' },
  ]
}

function ofForms(notation: Notation | null): Readonly<Record<'taken' | 'refused', readonly Strange[]>> {
  const form =
    (change: (text: string) => string): Write =>
    (request) => {
      const plain = request.rawBody === undefined ? asForm(request, notation) : request
      return { ...plain, rawBody: change(plain.rawBody ?? '') }
    }
  return {
    taken: [
      together([
        {
          name: 'as a form with a member that nobody asked for, and pairs without a name or a value',
          write: form((text) => `unasked=1&asked&=&${text}`),
          meant: 'as-sent',
        },
        {
          name: 'as a form with names like __proto__ and unclosed brackets',
          write: form(
            (text) => `__proto__[a]=1&constructor[prototype][b]=1&a[b=1&c]=2&d[99999999]=3&${text}`,
          ),
          meant: 'as-sent',
        },
      ]),
      {
        name: 'as a form whose escapes are none',
        write: form((text) => `${text.replace('=', '=%zz%')}&%=%ff%c3`),
        meant: 'anything',
      },
    ],
    refused: [
      {
        name: 'as a form that has each member twice',
        write: form((text) => `${text}&${text}`),
        // Repeated empty brackets append to a list.
        meant: notation === 'empty brackets' ? 'anything' : 'as-sent',
      },
      // Alone, as a tenant may refuse repetition of another member.
      ...[0, -1].map((place) => ({
        name: `as a form that has its ${place === 0 ? 'first' : 'last'} member without others in it twice`,
        write: form((text) => `${text}&${flatPairs(text).at(place) ?? ''}`),
        meant: 'as-sent' as const,
      })),
      {
        name: 'as a form with others in a member that is a text',
        write: form((text) => text.replace('=', '[x]=')),
        meant: 'anything',
      },
      {
        name: 'as a form that has a member twice, as a text and with others in it',
        write: form((text) => `${text}&${text.split('=', 1)[0]}[x]=1`),
        meant: 'anything',
      },
      { name: 'as an empty form', write: form(() => ''), meant: 'nothing' },
    ],
  }
}

function emptyLists(notation: Notation | null, { operation }: Trial): readonly Strange[] {
  return listsOf(operation).map((member) => ({
    name: `as a form with an empty text for the list ${member}`,
    write: (request) => ({ ...asForm(request, notation), rawBody: `${member}=` }),
    meant: 'nothing',
  }))
}

/** Combined requests go to every operation. Only updates share the others, since the run must remove what a creation makes. */
export const strangeRequests: Check = async (context) => {
  const operation = operationOf(context.contract, context.clause.operation)
  const plain = await plainOf(context, operation)
  const share = (all: readonly Strange[]): readonly Strange[] => context.distribute(all, operation, isChange)
  if (operation.request === null) {
    const alone = context.distribute(
      ofNoBody,
      operation,
      ({ act, request }) => request === null && act === 'read',
    )
    const isServed = await servedTogether(context, operation, plain)
    const first = isServed ? [] : [together(unasked)]
    return mustStaySane(context, plain, [...first, ...alone], [])
  }
  const notation = await notationTaken(context)
  const forms = notation === 'none' ? { taken: [], refused: [] } : ofForms(notation)
  const lists = notation === 'none' ? [] : emptyLists(notation, plain.trial)
  const first = together([...share(before), ...unasked, ...usuallyTaken, ...share(behind)])
  const listed = context.distribute(lists, operation, (one) => isChange(one) && listsOf(one).length > 0)
  await mustStaySane(
    context,
    plain,
    [first, ...share([...forms.taken, mislabelled])],
    [...share([...refused(plain.trial), ...forms.refused]), ...listed],
  )
}

/** Whether `oddlyWritten` already served the unknown parts; records that as evidence. */
async function servedTogether(context: TestContext, operation: Operation, plain: Plain): Promise<boolean> {
  const { trial, control } = plain
  const [first] = await oddlyWritten(context, operation)
  if (first === undefined || departureOf(context, trial, control, first.tried) !== null) return false
  const { exchange } = first.tried.seen
  const detail = { expected: '', received: '', exchange, control: control.seen.exchange }
  context.must.that(true, 'It is served as the plain request is.', detail)
  return true
}

function listsOf({ request }: Operation): readonly string[] {
  return membersOf(request).filter((member) => schemaAt(request ?? {}, `/${member}`)?.type === 'array')
}

/** Pairs of members that are not nested. */
function flatPairs(text: string): readonly string[] {
  return text.split('&').filter((pair) => /^\w+=/.test(pair))
}

const isChange = ({ act, request }: Operation): boolean => request !== null && act !== 'create'

/** 'none' if the tenant accepts no forms. */
async function notationTaken(context: TestContext): Promise<Notation | null | 'none'> {
  try {
    return (await formOf(context)).notation
  } catch (error) {
    if (error instanceof NotApplicable) return 'none'
    throw error
  }
}
