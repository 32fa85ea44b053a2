// Fixtures: what several checks share. The first check that uses one makes it; a check that is tried again has it made anew.
import type { Fixture, Tester } from './tester.ts'

/**
 * Declares a fixture. What it makes outlives the check that asked first, and is no evidence of that check's clause.
 * @param name a noun and what it is of: `updates of shelves.update`; a function of what it is made of, where there are several
 */
export function fixture<T>(name: string, make: (tester: Tester) => Promise<T>): Fixture<T>
export function fixture<T, Of extends readonly unknown[]>(
  name: (...of: Of) => string,
  make: (tester: Tester, ...of: Of) => Promise<T>,
): Fixture<T, Of>
export function fixture<T, Of extends readonly unknown[]>(
  name: string | ((...of: Of) => string),
  make: (tester: Tester, ...of: Of) => Promise<T>,
): Fixture<T, Of> {
  return { name: typeof name === 'string' ? () => name : name, make }
}
