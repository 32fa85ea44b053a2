// Makes automata for 500 patterns with this package and with refa (decision 0009), and compares the times.
// refa is no dependency of this project. Install it with `npm install --no-save refa@0.12.1`, and run `npm
// run bench:patterns`.
import { Language } from '../src/generate/regex/language.ts'
import { Terms } from '../src/generate/regex/term.ts'
import { translate } from '../src/generate/regex/translate.ts'
import { patterns } from '../test/generate/patterns.ts'

interface Refa {
  readonly JS: {
    readonly Parser: {
      fromLiteral(literal: { source: string; flags: string }): {
        parse(options: object): { expression: unknown; maxCharacter: number }
      }
    }
  }
  readonly NFA: Automata
  readonly DFA: { fromFA(automaton: unknown, factory: unknown): unknown } & Limited
  readonly Transformers: {
    simplify(options: object): unknown
    patternEdgeAssertions(options: object): unknown
  }
  transform(transformer: unknown, expression: unknown): unknown
}
interface Limited {
  readonly LimitedNodeFactory: new (nodesMax: number) => unknown
}
interface Automata extends Limited {
  fromRegex(expression: unknown, of: object, options: object, factory: unknown): unknown
}

const packageName: string = 'refa'
const { JS, NFA, DFA, Transformers, transform } = (await import(packageName)) as Refa

/** Maximum number of states in this package. refa gets the same limit. */
const nodesMax = 1500
const rounds = 3

const makers = {
  ours: (source: string): boolean => {
    const terms = new Terms()
    const { term, exact } = translate(terms, source)
    // This package makes the states only here, and throws an error for too many states.
    new Language(terms, term).lengths(0, 200, 20)
    return exact
  },
  refa: (source: string): boolean => {
    // Adds `[^]*` on both sides, because a pattern can match anywhere, but the automaton describes complete
    // texts.
    const literal = { source: `^[^]*(?:${source})[^]*$`, flags: 'u' }
    const { expression, maxCharacter } = JS.Parser.fromLiteral(literal).parse({ backreferences: 'throw' })
    const simple = transform(Transformers.simplify({ ignoreAmbiguity: true, ignoreOrder: true }), expression)
    const inside = transform(Transformers.patternEdgeAssertions({ remove: true, inline: false }), simple)
    const limited = new NFA.LimitedNodeFactory(nodesMax)
    const automaton = NFA.fromRegex(inside, { maxCharacter }, { assertions: 'throw' }, limited)
    DFA.fromFA(automaton, new DFA.LimitedNodeFactory(nodesMax))
    return true
  },
}

function made(make: (source: string) => boolean, source: string): { exact: boolean; ms: number } {
  const start = performance.now()
  let exact = false
  try {
    exact = make(source)
  } catch {
    // The pattern needs too many states.
  }
  return { exact, ms: performance.now() - start }
}

const best = { ours: new Map<string, number>(), refa: new Map<string, number>() }
const both = new Set(patterns)
const counts = { ours: 0, refa: 0 }
for (let round = 0; round < rounds; round++) {
  for (const name of ['ours', 'refa'] as const) {
    for (const source of patterns) {
      const { exact, ms } = made(makers[name], source)
      best[name].set(source, Math.min(ms, best[name].get(source) ?? ms))
      if (!exact) both.delete(source)
      else if (round === 0) counts[name]++
    }
  }
}
const sum = (name: keyof typeof best): number =>
  [...both].reduce((ms, source) => ms + (best[name].get(source) ?? 0), 0)
process.stdout.write(
  `${patterns.length} patterns: exact are ${counts.ours} of ours, ${counts.refa} of refa; ` +
    `for the ${both.size} that are exact by both, refa takes ${(sum('refa') / sum('ours')).toFixed(1)} times as long\n`,
)
