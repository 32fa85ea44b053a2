// Media type of successes (part 4: JSON), with faults.
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { Rendered } from './rendering.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ method }) => method !== 'DELETE',
    seeds: {
      'answers-labelled-html': ['response-json', 'A success is labelled text/html.'],
      'answers-labelled-text': ['response-json', 'A success is labelled text/plain.'],
      'answers-labelled-form': ['response-json', 'A success is labelled as a form.'],
    },
  },
]

const labels: Readonly<Record<string, string>> = {
  'answers-labelled-html': 'text/html; charset=utf-8',
  'answers-labelled-text': 'text/plain',
  'answers-labelled-form': 'application/x-www-form-urlencoded',
}

export function mislabelled(rendered: Rendered, faulty: Faulty): Rendered {
  const [, label] = Object.entries(labels).find(([name]) => faulty(name)) ?? []
  if (rendered.text === null || label === undefined) return rendered
  return { ...rendered, headers: { ...rendered.headers, 'content-type': label } }
}
