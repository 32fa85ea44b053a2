// Removes endless circles of references (JSON Schema Core 2020-12, section 9.4.1).
import type { JsonObject } from '../../../base/json.ts'
import { limits } from '../source/limits.ts'
import type { Build } from '../state/build.ts'
import { isReference } from '../state/members.ts'
import { copyWithin } from './circle-copy.ts'
import { type Edge, edgesIn, edgesOf } from './circle-edges.ts'

interface Frame {
  readonly name: string
  readonly open: Edge[]
  taken: Edge | null
}

/**
 * For example, a base lists its children in "oneOf", and each child has "allOf" with the base. Then the
 * children get the base without "oneOf".
 * @param schemas schemas by name; the function changes their references
 */
export function withoutCircles(build: Build, schemas: JsonObject): JsonObject {
  new Circles(build, schemas).end()
  return schemas
}

class Circles {
  readonly #build: Build
  readonly #schemas: JsonObject
  readonly #done = new Set<string>()
  readonly #stack: Frame[] = []
  readonly #depths = new Map<string, number>()
  #count = 0

  constructor(build: Build, schemas: JsonObject) {
    this.#build = build
    this.#schemas = schemas
  }

  /** Uses a loop, because recursion could be too deep. */
  end(): void {
    for (const name of Object.keys(this.#schemas)) {
      this.#enter(name)
      for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) this.#step(frame)
    }
  }

  #enter(name: string): void {
    if (this.#done.has(name)) return
    this.#depths.set(name, this.#stack.length)
    this.#stack.push({ name, open: edgesOf(this.#schemas[name]), taken: null })
  }

  #step(frame: Frame): void {
    const edge = frame.open.pop()
    if (edge === undefined) {
      this.#done.add(frame.name)
      this.#leave()
    } else if (isReference(edge.holder)) {
      frame.taken = edge
      const depth = this.#depths.get(edge.to)
      if (depth === undefined) this.#enter(edge.to)
      else this.#close(edge, depth)
    }
  }

  #leave(): void {
    const frame = this.#stack.pop()
    if (frame !== undefined) this.#depths.delete(frame.name)
  }

  #close(last: Edge, depth: number): void {
    const circle = this.#stack.slice(depth).flatMap(({ taken }) => taken ?? [])
    const after = (index: number): Edge => circle[(index + 1) % circle.length] ?? last
    const index = circle.findLastIndex((edge, at) => edge.choice === null && after(at).choice !== null)
    if (index >= 0) this.#cut(circle[index] ?? last, after(index).keyword, depth + index)
    else if (last.choice === null) this.#cut(last, after(circle.length - 1).keyword, this.#stack.length - 1)
    else {
      this.#remark(last, `the keyword "${last.choice.keyword}" is not checked`)
      delete last.choice.owner[last.choice.keyword]
    }
  }

  #cut(edge: Edge, left: string, depth: number): void {
    const { holder, to, keyword } = edge
    this.#remark(edge, `the inner value is checked without the keyword "${left}"`)
    const copy = copyWithin(this.#build, this.#schemas[to], left, this.#depths)
    delete holder.$ref
    holder.allOf = [...(Array.isArray(holder.allOf) ? holder.allOf : []), copy]
    while (this.#stack.length > depth + 1) this.#leave()
    this.#stack[depth]?.open.push(...edgesIn(copy, keyword === '$ref' ? 'allOf' : keyword, null))
  }

  #remark({ holder, to }: Edge, consequence: string): void {
    const place = this.#build.placeOf(holder)
    if (place === undefined) return
    this.#build.remark(place, `${to} contains itself here: ${consequence}`)
    this.#count += 1
    if (this.#count > limits.circlesMax)
      this.#build.fail(
        place,
        `more than ${limits.circlesMax} schemas contain themselves: remove references that lead back to the same schema`,
      )
  }
}
