// Mutations of the id in the path of a request.
import type { RequestMutation } from './request-mutation.ts'

export const ofPathId: readonly RequestMutation[] = [
  {
    place: 'path id',
    change: 'is that of the request before',
    start: (due) => {
      let last: string | null = null
      return {
        asked(asked) {
          const given = last ?? asked.path
          last = asked.path
          return given === asked.path || !due() ? asked : { ...asked, path: given }
        },
      }
    },
  },
  {
    place: 'path id',
    change: 'is that of the first request that succeeded, where it is of no known resource',
    start: (due) => {
      let first: string | null = null
      return {
        asked: (asked) => asked,
        answered(answer, { path }) {
          if (answer.status < 300) first ??= path
          return answer.status === 404 && first !== null && due()
            ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
            : answer
        },
      }
    },
  },
  {
    place: 'path id',
    change: 'is cut where a percent sign stands',
    start: (due) => ({
      asked: (asked) => {
        const path = asked.path.replace(/%.*$/, '')
        return path === asked.path || !due() ? asked : { ...asked, path }
      },
    }),
  },
  {
    place: 'path id',
    change: 'is cut to 26 characters',
    start: (due) => ({
      asked: (asked) => {
        const path = asked.path.replace(/([^/]{26})[^/]*$/, '$1')
        return path === asked.path || !due() ? asked : { ...asked, path }
      },
    }),
  },
]
