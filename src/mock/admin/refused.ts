// A request to the admin address that is refused, with its status and one sentence.

export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
