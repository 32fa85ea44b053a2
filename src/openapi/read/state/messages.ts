// Collects mistakes and remarks with their locations in the original.
import type { Mistakes } from '../source/mistakes.ts'
import type { Tell } from '../source/resolver.ts'
import { type Place, shownPlace } from '../source/source-file.ts'
import { Remarks } from './remarks.ts'

export class Messages {
  readonly remarks = new Remarks()
  protected readonly tellMistake: Tell
  protected readonly tellRemark: Tell = (pointer, message) => this.remarks.add(pointer, message)
  readonly #mistakes: Mistakes

  constructor(mistakes: Mistakes) {
    this.#mistakes = mistakes
    this.tellMistake = (pointer, message) => mistakes.add(pointer, message)
  }

  remark(place: Place, message: string): void {
    this.remarks.add(shownPlace(place), message)
  }

  mistake(place: Place, message: string): void {
    this.#mistakes.add(shownPlace(place), message)
  }

  fail(place: Place, message: string): never {
    return this.#mistakes.fail(shownPlace(place), message)
  }
}
