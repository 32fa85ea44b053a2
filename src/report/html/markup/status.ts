// Statuses by their classes, which have a colour each.

/** The first digit of a status that HTTP knows, or 0. */
export function statusClass(status: number): number {
  return status >= 100 && status < 600 ? Math.floor(status / 100) : 0
}
