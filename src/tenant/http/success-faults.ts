// Faults in successful responses: a wrong media type or status, or a repeated member (part 4).
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Rendered } from './rendering.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method !== 'DELETE',
    seeds: {
      'answers-labelled-html': ['response-json', 'A success response has the Content-Type text/html.'],
      'answers-labelled-text': ['response-json', 'A success response has the Content-Type text/plain.'],
      'answers-labelled-form': ['response-json', 'A success response has the Content-Type of a form.'],
    },
  },
  {
    of: ({ method }) => method !== 'DELETE',
    seeds: {
      'answers-206': ['accepts', 'A successful request gets 206 although no range was requested.'],
      'answers-304-by-turns': ['accepts', 'Every second successful request gets 304 without a body.'],
      'answers-307-by-turns': ['accepts', 'Every third successful request gets a redirect to the same URL.'],
      'first-member-twice': ['json-names-distinct', 'A response contains its first member twice.'],
    },
  },
  {
    of: ({ method }) => method === 'DELETE',
    seeds: {
      'answers-206': ['accepts', 'A delete gets 206.'],
      'answers-304-by-turns': ['accepts', 'Every second delete is executed, but gets 304.'],
    },
  },
]

/** @param count the number of requests to the operation */
export function withSuccessFaults(rendered: Rendered, faulty: Faulty, count: number): Rendered {
  return unexpected(mislabelled(rendered, faulty), faulty, count)
}

const labels: Readonly<Record<string, string>> = {
  'answers-labelled-html': 'text/html; charset=utf-8',
  'answers-labelled-text': 'text/plain',
  'answers-labelled-form': 'application/x-www-form-urlencoded',
}

function mislabelled(rendered: Rendered, faulty: Faulty): Rendered {
  const [, label] = Object.entries(labels).find(([name]) => faulty(name)) ?? []
  if (rendered.text === null || label === undefined) return rendered
  return { ...rendered, headers: { ...rendered.headers, 'content-type': label } }
}

function unexpected(rendered: Rendered, faulty: Faulty, count: number): Rendered {
  const { headers, text } = rendered
  if (count % 2 === 0 && faulty('answers-304-by-turns')) return { status: 304, headers: {}, text: null }
  if (count % 3 === 0 && text !== null && faulty('answers-307-by-turns'))
    return { status: 307, headers: { location: '#' }, text: null }
  const status = faulty('answers-206') ? 206 : rendered.status
  if (text === null || !text.startsWith('{"') || !faulty('first-member-twice')) return { ...rendered, status }
  return { status, headers, text: `{${text.slice(1, -1)},${text.slice(1)}` }
}
