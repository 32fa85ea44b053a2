// Sends forms in different spellings with the same meaning (URL Standard, 5.1; RFC 9110, 8.3.1).

import { using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import type { Write } from '../under-test/index.ts'
import { type EquivalentRequest, mustBeServed, sendTogether } from './equivalence.ts'
import { acceptedFormOf, formBaselineOf } from './form-support.ts'

const writing =
  (change: (text: string) => string): Write =>
  (request) => ({ ...request, rawBody: change(request.rawBody ?? '') })

const hexInLowerCase = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
const spacesAsHex = (text: string): string => text.replaceAll('+', '%20')
const bracketsAsTheyAre = (text: string): string => text.replace(/%5B/gi, '[').replace(/%5D/gi, ']')
const withEmptyPairs = (text: string): string => `&${text.replaceAll('&', '&&')}&`
const backwards = (text: string): string => text.split('&').reverse().join('&')

/** Escapes names, but only values with `mark`, because masking would not find an escaped secret. */
const lettersAsHex =
  (mark: string) =>
  (text: string): string =>
    text
      .split('&')
      .map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return `${inHex(name)}=${value.includes(mark) ? inHex(value) : value}`
      })
      .join('&')

function inHex(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9]/g, (one) =>
    one.startsWith('%') ? one : `%${one.charCodeAt(0).toString(16)}`,
  )
}

export const formSyntax: Check = using([acceptedFormOf, formBaselineOf], async (context) => {
  const taken = await acceptedFormOf(context)
  const plain = await formBaselineOf(context, taken)
  const { marker } = context.requests
  const form = (name: string, write: Write): EquivalentRequest => ({ clause: 'form-syntax', name, write })
  const bundle = [
    form('with its members in another order', writing(backwards)),
    form('with %20 for a space', writing(spacesAsHex)),
    form('with letters as %xx', writing(lettersAsHex(marker))),
    form('with hexadecimal digits in lower case', writing(hexInLowerCase)),
    form('with empty pairs between the pairs', writing(withEmptyPairs)),
    form('with unescaped brackets', writing(bracketsAsTheyAre)),
    form('with Content-Type: Application/X-WWW-Form-Urlencoded; charset=UTF-8', (request) => ({
      ...request,
      mediaType: 'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
    })),
  ]
  await mustBeServed(context, plain, await plain.alone(() => sendTogether(plain, [bundle])))
})
