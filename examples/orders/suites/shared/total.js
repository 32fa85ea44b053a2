// What the items of an order cost together, in cents.
export function totalOf(items) {
  return items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
}
