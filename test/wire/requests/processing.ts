// Mutations of the number of times that the tenant carries out a request.
import type { Answer } from '../../forward.ts'
import type { RequestMutation } from './request-mutation.ts'

export const ofProcessing: readonly RequestMutation[] = [
  {
    place: 'request',
    change: 'is carried out twice',
    start: (due) => ({ twice: ({ method }) => method !== 'GET' && due() }),
  },
  {
    place: 'request',
    change: 'is not carried out, and answered like the one before',
    start: (due) => {
      let last: Answer | null = null
      return {
        instead: () => (last !== null && due() ? last : null),
        answered(answer) {
          if (answer.status < 300) last = answer
          return answer
        },
      }
    },
  },
]
