// Sends bodies with a wrong media type, or with a media type that the contract does not name.

import { formType } from '../../base/http/media-type.ts'
import { isObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { using } from '../fixture.ts'
import { formText, pairsOf } from '../requests/form.ts'
import type { Check } from '../suite.ts'
import type { Write } from '../under-test/index.ts'
import { type AmbiguousRequest, mustHaveAllowedEffects } from './allowed-effect.ts'
import { baselineOf } from './baseline.ts'
import { textOf } from './json-text.ts'

const labelled =
  (mediaType: string): Write =>
  (request) => ({ ...request, mediaType, rawBody: textOf(request) })

const boundary = 'tc-boundary'

const asMultipart: Write = (request) => {
  const pairs = isObject(request.body) ? pairsOf(request.body, 'brackets') : []
  const parts = pairs.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.replace(/[\r\n]/g, ' ')}\r\n`,
  )
  return {
    ...request,
    mediaType: `multipart/form-data; boundary=${boundary}`,
    rawBody: `${parts.join('')}--${boundary}--\r\n`,
  }
}

const asXml: Write = (request) => ({
  ...request,
  mediaType: 'application/xml',
  rawBody: '<?xml version="1.0"?><unasked>1</unasked>',
})

const asText: AmbiguousRequest = {
  name: 'with a JSON body labelled text/plain',
  write: labelled('text/plain'),
  allowed: 'as-sent-or-nothing',
}

const others: readonly AmbiguousRequest[] = [
  {
    name: 'with a form body labelled as JSON',
    write: (request) => {
      const pairs = isObject(request.body) ? pairsOf(request.body, 'brackets') : []
      return { ...request, rawBody: formText(pairs) }
    },
    allowed: 'refused',
  },
  // As a form, this body contains only one unknown member.
  { name: 'with a JSON body labelled as a form', write: labelled(formType), allowed: 'nothing' },
  {
    name: 'with a JSON body labelled application/x-nobody-knows',
    write: labelled('application/x-nobody-knows'),
    allowed: 'as-sent-or-nothing',
  },
  { name: 'in multipart/form-data', write: asMultipart, allowed: 'as-sent-or-nothing' },
  { name: 'in XML', write: asXml, allowed: 'nothing' },
  {
    name: 'with an invalid Content-Type',
    write: labelled(';;/json, x'),
    allowed: 'as-sent-or-nothing',
  },
]

/** The tenant must read a body by its media type, or refuse the body. */
export const otherTypes: Check = using([baselineOf], async (context) => {
  const operation = operationOf(context.contract, context.clause.operation)
  const share = context.cases(others, 'body')
  await mustHaveAllowedEffects(context, await baselineOf(context, operation), [], [asText, ...share])
})
