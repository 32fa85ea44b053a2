// Mutations of the credentials of a request. The tenant then accepts a wrong token, or loses a valid one.
import { headerOf, withHeader } from '../../forward.ts'
import type { RequestMutation } from './request-mutation.ts'

// The first accepted token replaces later tokens that have the same `keyOf`.
const remembering = (change: string, keyOf: (authorization: string) => string): RequestMutation => ({
  place: 'authorization',
  change,
  start: (due) => {
    const good = new Map<string, string>()
    return {
      asked(asked) {
        const sent = headerOf(asked, 'authorization')
        const known = sent === null ? undefined : good.get(keyOf(sent))
        return known === undefined || known === sent || !due()
          ? asked
          : withHeader(asked, 'authorization', known)
      },
      answered(answer, asked) {
        const sent = headerOf(asked, 'authorization')
        if (sent !== null && answer.status < 300) good.set(keyOf(sent), good.get(keyOf(sent)) ?? sent)
        return answer
      },
    }
  },
})

const part = (authorization: string, index: number): string =>
  authorization.split('.')[index] ?? authorization

export const ofAuthorization: readonly RequestMutation[] = [
  {
    place: 'authorization',
    change: 'is not looked at',
    start: (due) => {
      let good: string | null = null
      return {
        asked: (asked) =>
          good === null || headerOf(asked, 'authorization') === good || !due()
            ? asked
            : withHeader(asked, 'authorization', good),
        answered(answer, asked) {
          if (answer.status < 300) good ??= headerOf(asked, 'authorization')
          return answer
        },
      }
    },
  },
  {
    place: 'authorization',
    change: 'is lost',
    start: (due) => ({
      asked: (asked) =>
        headerOf(asked, 'authorization') === null || !due()
          ? asked
          : withHeader(asked, 'authorization', null),
    }),
  },
  remembering('is known by its header', (sent) => part(sent, 0)),
  remembering('is known by its payload', (sent) => part(sent, 1)),
  remembering('is known by its signature', (sent) => part(sent, 2)),
  remembering('is known by its first forty characters', (sent) => sent.slice(0, 40)),
  remembering('is known by its length', (sent) => String(sent.length)),
  remembering('is known in any letter case', (sent) => sent.toLowerCase()),
]
