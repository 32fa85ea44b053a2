// Finds the ways in which a value can fail a schema.
import { type Branch, namePatterns } from '../branch/branch.ts'
import type { Rules } from '../keyword/rules.ts'
import { isSchemaObject, type Node, type SchemaObject } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { always, type NameWish, SchemaRefusal, type Ways } from './applicator.ts'
import { applicatorOf } from './applicators.ts'

export interface NameSource {
  find(wish: NameWish): readonly string[]
}

export class Negation {
  readonly #set: SchemaSet
  readonly #rules: Rules
  readonly #names: NameSource
  readonly #ways = new Map<Node, Ways>()

  constructor(set: SchemaSet, rules: Rules, names: NameSource) {
    this.#set = set
    this.#rules = rules
    this.#names = names
  }

  node(node: Node): Ways {
    const known = this.#ways.get(node)
    if (known !== undefined) return known
    const { schema } = node
    let ways: Ways
    if (isSchemaObject(schema)) {
      const keywords = keywordsInOrder(schema).filter((keyword) => !this.#set.isDisputed(schema, keyword))
      const each = keywords.map((keyword) => this.keyword(node, schema, keyword))
      ways = function* (branch) {
        for (const one of each) yield* one(branch)
      }
    } else ways = always(schema ? [] : [{ effects: [], demands: [] }])
    this.#ways.set(node, ways)
    return ways
  }

  keyword(node: Node, schema: SchemaObject, keyword: string): Ways {
    const rule = this.#rules.of(keyword)
    if (rule !== undefined) return always(rule.failing(schema))
    const refusal = new SchemaRefusal(this.#set, node, schema, (branch, wish) => this.#fresh(branch, wish))
    return applicatorOf(keyword)?.failing(keyword, refusal) ?? always([])
  }

  #fresh(branch: Branch, wish: Partial<NameWish>): readonly string[] {
    return this.#names.find({
      demands: [...branch.names.map((each) => each.demand), ...(wish.demands ?? [])],
      patterns: [...(wish.patterns ?? []), ...namePatterns(branch)],
      notPatterns: wish.notPatterns ?? [],
      excluded: [...(wish.excluded ?? []), ...branch.absent],
    })
  }
}

// These keywords come first, because they exclude most values.
const early = ['type', 'const', 'enum', '$ref', 'properties', 'required']

function keywordsInOrder(schema: SchemaObject): string[] {
  const all = Object.keys(schema)
  return [...early.filter((keyword) => all.includes(keyword)), ...all.filter((each) => !early.includes(each))]
}
