// Declares fixtures: results that several checks share.
import type { Operation, Resource } from '../contract/index.ts'
import type { Fixture, Key, Subject, TestContext, Use, Using } from './test-context.ts'

/**
 * Declares a result that several checks use. The first check makes the result. A repeated check makes a new
 * result. The result is no evidence.
 * @param name such as `burst of reads`, or `updates of *` for one fixture per key
 * @param keys returns the keys of an operation, for example `perOperation`
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

/** Returns null if the scope belongs to a check. */
export function fixtureIn(scope: string): string | null {
  return scope.startsWith(scopePrefix) ? scope.slice(scopePrefix.length) : null
}

export const calibration = fixture(
  'observable members of *',
  ({ resource }) => (resource?.life.create === undefined ? [] : [resource.name]),
  (context, resource: string) => context.calibrate(resource),
)

/**
 * Declares the fixtures that a check, a helper or a `make` function uses. Plans, shards and `clauses explain`
 * need these declarations.
 */
export function using<Of extends readonly unknown[], R>(
  uses: readonly Use[],
  run: (context: TestContext, ...of: Of) => R,
): ((context: TestContext, ...of: Of) => R) & Using {
  return Object.assign((context: TestContext, ...of: Of) => run(context, ...of), { uses: [...uses, run] })
}
