// Makes ambiguous and malformed forms, for example with repeated members or invalid escapes.
import { type Operation, schemaAt } from '../../contract/index.ts'
import { asForm, type Notation } from '../requests/form.ts'
import { membersOf, type Write } from '../under-test/index.ts'
import type { AmbiguousRequest } from './allowed-effect.ts'
import { together } from './ambiguous-json.ts'
import type { OperationProbe } from './operation-probe.ts'

export function ambiguousForms(
  notation: Notation | null,
): Readonly<Record<'accepted' | 'refused', readonly AmbiguousRequest[]>> {
  const form =
    (change: (text: string) => string): Write =>
    (request) => {
      const plain = request.rawBody === undefined ? asForm(request, notation) : request
      return { ...plain, rawBody: change(plain.rawBody ?? '') }
    }
  return {
    accepted: [
      together([
        {
          name: 'as a form with an unknown member, and pairs without a name or a value',
          write: form((text) => `unasked=1&asked&=&${text}`),
          allowed: 'as-sent',
        },
        {
          name: 'as a form with names like __proto__ and unclosed brackets',
          write: form(
            (text) => `__proto__[a]=1&constructor[prototype][b]=1&a[b=1&c]=2&d[99999999]=3&${text}`,
          ),
          allowed: 'as-sent',
        },
      ]),
      {
        name: 'as a form with invalid percent-escapes',
        write: form((text) => `${text.replace('=', '=%zz%')}&%=%ff%c3`),
        allowed: 'anything',
      },
    ],
    refused: [
      {
        name: 'as a form that repeats each member',
        write: form((text) => `${text}&${text}`),
        // In this notation, a repeated member adds values to a list.
        allowed: notation === 'empty brackets' ? 'anything' : 'as-sent',
      },
      // A tenant may refuse the repetition of only one of the members, so each request repeats one member.
      ...[0, -1].map((place) => ({
        name: `as a form that repeats the ${place === 0 ? 'first' : 'last'} pair whose name has no brackets`,
        write: form((text) => `${text}&${flatPairs(text).at(place) ?? ''}`),
        allowed: 'as-sent' as const,
      })),
      {
        name: 'as a form with nested members inside a text member',
        write: form((text) => text.replace('=', '[x]=')),
        allowed: 'anything',
      },
      {
        name: 'as a form that sends one member twice, as a text and with nested members',
        write: form((text) => `${text}&${text.split('=', 1)[0]}[x]=1`),
        allowed: 'anything',
      },
      { name: 'as an empty form', write: form(() => ''), allowed: 'nothing' },
    ],
  }
}

export function emptyLists(
  notation: Notation | null,
  { operation }: OperationProbe,
): readonly AmbiguousRequest[] {
  return listsOf(operation).map((member) => ({
    name: `as a form with an empty text for the list ${member}`,
    write: (request) => ({ ...asForm(request, notation), rawBody: `${member}=` }),
    allowed: 'nothing',
  }))
}

export function listsOf({ request }: Operation): readonly string[] {
  return membersOf(request).filter((member) => schemaAt(request ?? {}, `/${member}`)?.type === 'array')
}

function flatPairs(text: string): readonly string[] {
  return text.split('&').filter((pair) => /^\w+=/.test(pair))
}
