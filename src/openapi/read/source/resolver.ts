// Finds the targets of references: pointers, anchors, ids, other files.
import { at } from '../../../base/json.ts'
import { uriDecoded } from '../../../base/uri.ts'
import { identifiersOf } from './identifiers.ts'
import type { Mistakes } from './mistakes.ts'
import { type Place, type SourceFile, shownPlace } from './source-file.ts'
import type { Sources } from './sources.ts'

export class Resolver {
  readonly #sources: Sources
  readonly #mistakes: Mistakes

  constructor(sources: Sources, mistakes: Mistakes) {
    this.#sources = sources
    this.#mistakes = mistakes
  }

  /** Null after a mistake. */
  target(reference: string, place: Place): Place | null {
    const [before = '', fragment = ''] = reference.split(/#(.*)/s)
    const embedded = before === '' ? undefined : identifiersOf(place.file).ids.get(before)
    const file = before === '' || embedded !== undefined ? place.file : this.#file(before, reference, place)
    if (file === null) return null
    const pointer = pointerOf(uriDecoded(fragment), file, embedded ?? resourceOf(place))
    if (pointer !== null && (pointer === '' || at(file.value, pointer) !== undefined))
      return { file, pointer }
    this.#mistakes.add(
      shownPlace(place),
      `$ref "${reference}" leads nowhere: define it, or correct the reference`,
    )
    return null
  }

  #file(before: string, reference: string, place: Place): SourceFile | null {
    const found = this.#sources.file(before, place.file)
    if ('value' in found) return found
    this.#mistakes.add(shownPlace(place), `$ref "${reference}" can't be followed: ${found.reason}`)
    return null
  }
}

/** The schema with an id around a place: its references start there. */
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
  // Documents that embed an id often still count pointers from their root.
  const within = `${resource}${fragment}`
  return at(file.value, within) === undefined ? fragment : within
}
