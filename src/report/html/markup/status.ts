// Classes of statuses, which have colours.

/** The first digit of an HTTP status, otherwise 0. */
export function statusClass(status: number): number {
  return status >= 100 && status < 600 ? Math.floor(status / 100) : 0
}
