import fc from 'fast-check'

export function shuffled<T>(all: readonly T[], seed: number): readonly T[] {
  const whole = { minLength: all.length, maxLength: all.length }
  return fc.sample(fc.shuffledSubarray([...all], whole), { seed, numRuns: 1 })[0] ?? []
}
