// Shrinks several parts of a value at once, for failures that depend on more than one part.
import { equal, isObject, type Json } from '../../base/json.ts'
import { isSimplerNumber, smallerNumbers } from './number.ts'
import { smallerTexts } from './text.ts'

type Path = readonly (string | number)[]
interface Leaf {
  readonly path: Path
  readonly value: Json
}

const leavesMax = 200
const pairsMax = 60

export function* simplerTogether(root: Json): IterableIterator<Json> {
  const leaves = leavesOf(root)
  yield* equals(root, leaves)
  yield* pairs(root, leaves)
  yield* joins(root, leaves)
}

function* equals(root: Json, leaves: readonly Leaf[]): IterableIterator<Json> {
  const done: Json[] = []
  for (const { value } of leaves) {
    if (done.some((each) => equal(each, value))) continue
    done.push(value)
    const same = leaves.filter((leaf) => equal(leaf.value, value))
    if (same.length < 2) continue
    for (const simpler of simplerLeaves(value)) {
      yield same.reduce((whole: Json, { path }) => changed(whole, path, simpler), root)
    }
  }
}

function* simplerLeaves(value: Json): IterableIterator<Json> {
  if (typeof value === 'number') yield* smallerNumbers(value, 0, null)
  else if (typeof value === 'string') yield* smallerTexts(value)
  else if (value === true) yield false
}

function* pairs(root: Json, leaves: readonly Leaf[]): IterableIterator<Json> {
  const numbers = leaves.filter((leaf) => typeof leaf.value === 'number').slice(0, pairsMax)
  for (const [index, one] of numbers.entries()) {
    for (const other of numbers.slice(index + 1, index + 4)) {
      const [a, b] = [Number(one.value), Number(other.value)]
      const both = (x: number, y: number): Json => changed(changed(root, one.path, x), other.path, y)
      if (a !== 0 && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
        yield both(0, a + b)
        const down = Math.min(Math.abs(a), Math.abs(b))
        if (down > 0 && Math.sign(a) === Math.sign(b)) {
          yield both(a - Math.sign(a) * down, b - Math.sign(b) * down)
          if (down > 1) yield both(a - Math.sign(a), b - Math.sign(b))
        }
      }
      if (isSimplerNumber(b, a)) yield both(b, a)
    }
  }
}

function* joins(root: Json, leaves: readonly Leaf[]): IterableIterator<Json> {
  const texts = leaves.filter((leaf) => typeof leaf.value === 'string').slice(0, pairsMax)
  for (const [index, one] of texts.entries()) {
    const other = texts[index + 1]
    if (other === undefined || one.value === '') continue
    yield changed(changed(root, one.path, ''), other.path, `${one.value}${other.value}`)
  }
}

function leavesOf(root: Json): Leaf[] {
  const found: Leaf[] = []
  const visit = (value: Json, path: Path): void => {
    if (found.length >= leavesMax) return
    if (Array.isArray(value))
      for (const [index, each] of (value as readonly Json[]).entries()) visit(each, [...path, index])
    else if (isObject(value)) for (const [name, each] of Object.entries(value)) visit(each, [...path, name])
    else found.push({ path, value })
  }
  visit(root, [])
  return found
}

function changed(here: Json, [first, ...rest]: Path, value: Json): Json {
  if (first === undefined) return value
  if (Array.isArray(here)) {
    const elements = here as readonly Json[]
    return elements.with(Number(first), changed(elements[Number(first)] ?? null, rest, value))
  }
  if (!isObject(here)) return here
  return Object.fromEntries(
    Object.entries(here).map(([name, each]) => [name, name === first ? changed(each, rest, value) : each]),
  )
}
