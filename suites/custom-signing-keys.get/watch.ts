// Judges each key of a response, and then the key set (part 2.3).
import { acceptedBody, isObject, type JsonObject, type Observation, type Watch } from '../../src/suite.ts'
import { judgeKey } from './key-material.ts'
import { identityOf, isKey, judgeKeyUse } from './key-use.ts'

export const watch: Watch = (exchange) => {
  const shown = acceptedBody(exchange).keys
  const keys = Array.isArray(shown) ? shown.filter(isObject) : []
  const ofEach = keys.flatMap((key) => [...judgeKey(key), ...judgeKeyUse(key)])
  return [...ofEach.map((one) => withinSet(one)), ...distinctKids(keys), ...distinctKeys(keys.filter(isKey))]
}

function withinSet({ pointers = [], problem, ...rest }: Observation): Observation {
  const within = (own: readonly string[]): readonly string[] => own.map((pointer) => `/keys/*${pointer}`)
  const wrong = problem?.pointers === undefined ? {} : { pointers: within(problem.pointers) }
  return { ...rest, pointers: within(pointers), problem: problem && { ...problem, ...wrong } }
}

function distinctKids(keys: readonly JsonObject[]): readonly Observation[] {
  const named = keys.filter(({ kid }) => typeof kid === 'string')
  if (named.length < 2) return []
  // RFC 7517, section 4.5: equivalent keys with different kty may have the same kid.
  const kids = named.map(({ kty, kid }) => `${String(kid)} ${String(kty ?? '')}`)
  const problem = {
    says: 'Two keys of the same type have the same kid.',
    expected: 'a different kid for each key',
    received: named.map(({ kid }) => String(kid)).join(', '),
  }
  return [
    {
      clause: 'kids-distinct',
      problem: new Set(kids).size === kids.length ? null : problem,
      pointers: ['/keys', '/keys/*', '/keys/*/kid'],
    },
  ]
}

function distinctKeys(keys: readonly JsonObject[]): readonly Observation[] {
  if (keys.length < 2) return []
  const identities = keys.map(identityOf)
  const repeated = keys.filter((key, index) => identities.indexOf(identityOf(key)) !== index)
  const problem = {
    says: 'A key is in the set twice.',
    expected: 'one entry for each key',
    received: `a second entry, with the kid ${repeated.map(({ kid }) => String(kid)).join(', ')}`,
  }
  return [
    {
      clause: 'keys-distinct',
      problem: repeated.length === 0 ? null : problem,
      pointers: ['/keys', '/keys/*'],
    },
  ]
}
