// Finds the targets of references.
import { at, isObject } from '../../../base/json.ts'
import { uriDecoded } from '../../../base/uri.ts'
import { identifiersOf } from './identifiers.ts'
import { limits } from './limits.ts'
import type { Mistakes } from './mistakes.ts'
import { type Place, type SourceFile, shownPlace } from './source-file.ts'
import type { Sources } from './sources.ts'

export type Tell = (pointer: string, message: string) => void

export class Resolver {
  readonly #sources: Sources
  readonly #mistakes: Mistakes
  readonly #landings = new Map<string, Place | null>()
  #references = 0

  constructor(sources: Sources, mistakes: Mistakes) {
    this.#sources = sources
    this.#mistakes = mistakes
  }

  /**
   * Returns the end of a chain of references, or null after a mistake.
   * @param besides whether to follow references with other members beside them
   */
  landing(reference: string, place: Place, besides: boolean, tell: Tell): Place | null {
    const chain = new Set<string>()
    let here = this.#target(reference, place, tell)
    while (here !== null) {
      const next = referenceAt(here, besides)
      if (next === null) break
      const key = shownPlace(here)
      const known = this.#landings.get(`${besides} ${key}`)
      if (known !== undefined || chain.has(key)) {
        here = known ?? endless(chain, tell)
        break
      }
      chain.add(key)
      here = this.#target(next, here, tell)
    }
    for (const key of chain) this.#landings.set(`${besides} ${key}`, here)
    return here
  }

  #target(reference: string, place: Place, tell: Tell): Place | null {
    this.#references += 1
    if (this.#references > limits.referencesMax)
      this.#mistakes.fail(
        shownPlace(place),
        `the document has more than ${limits.referencesMax} references: split the document`,
      )
    const [before = '', fragment = ''] = reference.split(/#(.*)/s)
    const embedded = before === '' ? undefined : identifiersOf(place.file).ids.get(before)
    const file =
      before === '' || embedded !== undefined ? place.file : this.#file(before, reference, place, tell)
    if (file === null) return null
    const pointer = pointerOf(uriDecoded(fragment), file, embedded ?? resourceOf(place))
    if (pointer !== null && (pointer === '' || at(file.value, pointer) !== undefined))
      return { file, pointer }
    tell(shownPlace(place), `$ref "${reference}" has no target: define the target, or correct the reference`)
    return null
  }

  #file(before: string, reference: string, place: Place, tell: Tell): SourceFile | null {
    const found = this.#sources.file(before, place.file)
    if ('value' in found) return found
    tell(shownPlace(place), `$ref "${reference}" can't be followed: ${found.reason}`)
    return null
  }
}

function endless(chain: ReadonlySet<string>, tell: Tell): null {
  for (const pointer of chain) tell(pointer, 'the reference leads back to itself: refer to a definition')
  return null
}

function referenceAt({ file, pointer }: Place, besides: boolean): string | null {
  const value = at(file.value, pointer)
  if (!isObject(value) || !Object.hasOwn(value, '$ref') || typeof value.$ref !== 'string') return null
  return besides || Object.keys(value).length === 1 ? value.$ref : null
}

/**
 * Returns the pointer of the schema whose `$id` is the base for references at this place, or "" for the
 * document.
 */
function resourceOf({ file, pointer }: Place): string {
  const { resources } = identifiersOf(file)
  if (resources.size === 0) return ''
  for (let here = pointer; here !== ''; here = here.slice(0, here.lastIndexOf('/')))
    if (resources.has(here)) return here
  return ''
}

function pointerOf(fragment: string, file: SourceFile, resource: string): string | null {
  if (fragment === '') return resource
  if (!fragment.startsWith('/')) return identifiersOf(file).anchors.get(fragment) ?? null
  // Many authors write pointers from the root, even below an `$id`.
  const within = `${resource}${fragment}`
  return at(file.value, within) === undefined ? fragment : within
}
