// Classes of statuses.

/** 0 for other numbers. */
export function statusClass(status: number): number {
  return status >= 100 && status < 600 ? Math.floor(status / 100) : 0
}
