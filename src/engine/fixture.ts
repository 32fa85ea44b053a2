// Fixtures: results that checks share. The first check makes one; a repeated check gets a new one.
import type { Fixture, TestContext } from './test-context.ts'

/**
 * Its result outlives the first check, and is no evidence of that check's clause.
 * @param name such as `updates of shelves.update`; a function of the arguments, if there are any
 */
export function fixture<T>(name: string, make: (context: TestContext) => Promise<T>): Fixture<T>
export function fixture<T, Of extends readonly unknown[]>(
  name: (...of: Of) => string,
  make: (context: TestContext, ...of: Of) => Promise<T>,
): Fixture<T, Of>
export function fixture<T, Of extends readonly unknown[]>(
  name: string | ((...of: Of) => string),
  make: (context: TestContext, ...of: Of) => Promise<T>,
): Fixture<T, Of> {
  return { name: typeof name === 'string' ? () => name : name, make }
}
