// Collects all errors in the files of a contract, so that users can read them together.
import { ConfigurationError } from '../base/error.ts'
import { didYouMeanOrKnown } from '../base/text/nearest.ts'

const reportedMax = 100

export interface Problem {
  readonly file: string
  readonly pointer: string
  readonly message: string
}

export class Problems {
  readonly #found = new Map<string, Problem>()

  /** @param file path relative to the folder of the contract */
  add(file: string, pointer: string, message: string): void {
    const place = pointer === '' ? file : `${file} at ${pointer}`
    this.#found.set(`${place}: ${message}`, { file, pointer, message })
  }

  get count(): number {
    return this.#found.size
  }

  get all(): readonly Problem[] {
    return [...this.#found.values()]
  }

  get none(): boolean {
    return this.#found.size === 0
  }

  of(file: string): boolean {
    return [...this.#found.values()].some((one) => one.file === file)
  }

  /** @throws ConfigurationError with up to 100 errors, and the number of the others */
  raise(folder: string): void {
    if (this.none) return
    const reported = [...this.#found.keys()].sort()
    const more = reported.length > reportedMax ? [`and ${reported.length - reportedMax} more`] : []
    throw new ConfigurationError(`The contract in ${folder} is not valid:`, [
      ...reported.slice(0, reportedMax),
      ...more,
    ])
  }
}

/** Returns a message such as `there is no law "x": did you mean "y"?`. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  return `there is no ${kind} "${name}": ${didYouMeanOrKnown(name, [...known])}`
}
