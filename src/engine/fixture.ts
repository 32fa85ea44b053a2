// Fixtures are results that several checks share. The first check makes the fixture. A repeated check
// makes a new fixture.
import type { Operation, Resource } from '../contract/index.ts'
import type { Fixture, Key, Subject, TestContext, Use, Using } from './test-context.ts'

/**
 * Declares a result that later checks use again. The result is no evidence for the clause of the first
 * check.
 * @param name such as `burst of reads`, or `updates of *` with one fixture for each key
 * @param keys such as `perOperation`. Returns the keys that the checks of an operation use
 */
export function fixture<T, Of extends readonly unknown[]>(
  name: string,
  make: (context: TestContext, ...of: Of) => Promise<T>,
): Fixture<T, Of>
export function fixture<T, K extends Key, Of extends readonly unknown[]>(
  name: string,
  keys: (subject: Subject) => readonly K[],
  make: (context: TestContext, key: K, ...of: Of) => Promise<T>,
): Fixture<T, readonly [K, ...Of]>
export function fixture(name: string, ...parts: readonly unknown[]): unknown {
  const [keys, make] = parts.length === 1 ? [null, parts[0]] : parts
  return { name, keys, make }
}

export const perOperation = ({ operation }: Subject): readonly Operation[] =>
  operation === null ? [] : [operation]

export const perResource = ({ resource }: Subject): readonly Resource[] =>
  resource === null ? [] : [resource]

const scopePrefix = 'fixture '

export function fixtureScope({ name, keys }: Pick<Fixture<unknown>, 'name' | 'keys'>, key: unknown): string {
  const { name: named = String(key) } = (key ?? {}) as { readonly name?: string }
  return `${scopePrefix}${keys === null ? name : name.replace('*', named)}`
}

/** Returns the fixture's name, or null if the scope is a check. */
export function fixtureIn(scope: string): string | null {
  return scope.startsWith(scopePrefix) ? scope.slice(scopePrefix.length) : null
}

export const calibration = fixture(
  'observable members of *',
  ({ resource }) => (resource?.life.create === undefined ? [] : [resource.name]),
  (context, resource: string) => context.calibrate(resource),
)

/**
 * Declares the fixtures that a check, a helper or a `make` function uses. Plans, shards and the command
 * `clauses explain` need this declaration.
 */
export function using<Of extends readonly unknown[], R>(
  uses: readonly Use[],
  run: (context: TestContext, ...of: Of) => R,
): ((context: TestContext, ...of: Of) => R) & Using {
  return Object.assign((context: TestContext, ...of: Of) => run(context, ...of), { uses: [...uses, run] })
}
