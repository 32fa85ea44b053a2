// A carrier is a valid instance that contains the value that a constraint limits.
import { at, isObject, type Json } from '../../base/json.ts'
import { simplest } from '../arbitrary/simplest.ts'
import { conjunction, type Edit, focus, freshEditId, type Step } from '../branch/demand.ts'
import { follow } from '../conjunction/focus.ts'
import type { Generator } from '../draw/generator.ts'
import { GenerateError } from '../generate-error.ts'
import type { Node } from '../schema/schema.ts'
import { child, tokens } from '../value/pointer.ts'
import type { Constraint } from './constraint.ts'

export interface Site {
  readonly carrier: Json
  readonly pointer: string
  readonly node: Node
  readonly steps: readonly Step[]
}

export class Carriers {
  readonly #generator: Generator
  readonly #base: Json
  readonly #known = new Map<string, Site | null>()
  readonly #reached = new Map<string, boolean>()

  constructor(generator: Generator, base: Json) {
    this.#generator = generator
    this.#base = base
  }

  of({ path }: Constraint): Site | null {
    const below = path.findLastIndex((step) => step.at !== undefined) + 1
    const site = this.#at(path.slice(0, below))
    return site === null ? null : { ...site, steps: path.slice(below) }
  }

  /** Returns whether any instance, valid or not, can contain the value. */
  reaches({ path }: Constraint): boolean {
    const below = path.slice(0, path.findLastIndex((step) => step.at !== undefined) + 1)
    const key = keyOfPath(below)
    let reached = this.#reached.get(key)
    if (reached === undefined) {
      const edit: Edit = { id: freshEditId(), negative: true, omit: null, ways: null, relax: 2 }
      reached = this.#generator.possible(conjunction([focus(this.#generator.set.root, below, edit)]))
      this.#reached.set(key, reached)
    }
    return reached
  }

  #at(path: readonly Step[]): Site | null {
    const { set } = this.#generator
    const last = path.at(-1)
    if (last?.at === undefined) return { carrier: this.#base, pointer: '', node: set.root, steps: [] }
    const key = keyOfPath(path)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const split = path.slice(0, -1).findLastIndex((step) => step.at !== undefined) + 1
    const outer = this.#at(path.slice(0, split))
    const steps = path.slice(split)
    const found = outer === null ? null : this.#below(outer, steps, path, last.at)
    this.#known.set(key, found)
    return found
  }

  #below(outer: Site, steps: readonly Step[], path: readonly Step[], key: string | number): Site | null {
    const { set, validator } = this.#generator
    const pointer = child(outer.pointer, key)
    const node = steps.reduce((here: Node, step) => follow(set, here, step), outer.node)
    const here = at(outer.carrier, outer.pointer)
    const near = this.#drawn(outer.node, steps, here)
    const carrier = near === undefined ? undefined : embedding(outer.carrier, outer.pointer)(near)
    if (carrier !== undefined && validator.tolerates(carrier)) return { carrier, pointer, node, steps: [] }
    const whole = this.#drawn(set.root, path, this.#base)
    return whole !== undefined && validator.tolerates(whole)
      ? { carrier: whole, pointer, node, steps: [] }
      : null
  }

  #drawn(node: Node, steps: readonly Step[], hint: Json | undefined): Json | undefined {
    const edit: Edit = { id: freshEditId(), negative: false, omit: null, ways: null, relax: 0 }
    const demands = conjunction([focus(node, steps, edit)])
    if (!this.#generator.possible(demands)) return undefined
    try {
      return simplest(this.#generator.arbitrary(demands, hint))
    } catch (error) {
      if (error instanceof GenerateError) return undefined
      throw error
    }
  }
}

const keyOfPath = (path: readonly Step[]): string =>
  path.map((step) => JSON.stringify([step.keyword, step.key, step.at])).join()

export function embedding(instance: Json, pointer: string): (value: Json) => Json {
  const path = tokens(pointer)
  return (value) => put(instance, path, 0, value)
}

function put(here: Json, path: readonly string[], depth: number, value: Json): Json {
  const token = path[depth]
  if (token === undefined) return value
  if (Array.isArray(here)) {
    const elements = here as readonly Json[]
    return elements.with(Number(token), put(elements[Number(token)] ?? null, path, depth + 1, value))
  }
  if (!isObject(here) || !Object.hasOwn(here, token)) return here
  return { ...here, [token]: put(here[token] ?? null, path, depth + 1, value) }
}
