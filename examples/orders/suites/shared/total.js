// Computes the total price of the items of an order, in cents.
export function totalOf(items) {
  return items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
}
