// Finds the arbitraries that the caller gives for values, by JSON pointer.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { tokens } from '../value/pointer.ts'

interface Pending {
  readonly tokens: readonly string[]
  readonly arbitrary: fc.Arbitrary<Json>
}

export class Overrides {
  readonly #pending: readonly Pending[]
  readonly key: string

  private constructor(pending: readonly Pending[]) {
    this.#pending = pending
    this.key = pending.map((each) => `/${each.tokens.join('/')}`).join('|')
  }

  static of(overrides: Readonly<Record<string, fc.Arbitrary<Json>>>): Overrides {
    const byPointer = Object.entries(overrides).filter(([key]) => key === '' || key.startsWith('/'))
    return new Overrides(byPointer.map(([key, arbitrary]) => ({ tokens: tokens(key), arbitrary })))
  }

  get here(): fc.Arbitrary<Json> | undefined {
    return this.#pending.find((each) => each.tokens.length === 0)?.arbitrary
  }

  below(key: string | number): Overrides {
    if (this.#pending.length === 0) return this
    const onward = this.#pending.filter(({ tokens: [first] }) => first === '*' || first === String(key))
    return new Overrides(onward.map((each) => ({ ...each, tokens: each.tokens.slice(1) })))
  }
}
