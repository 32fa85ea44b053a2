// Waivers: which failures a profile excuses. A `*` in a waiver's clause stands for any part of an id.
import type { Waiver } from './profile.ts'

/** Whether the waiver speaks of the clause of that id. */
export function waives({ clause }: Pick<Waiver, 'clause'>, id: string): boolean {
  // Ids hold letters, digits, dots and hyphens: of these only the dot means something else in a pattern.
  const parts = clause.split('*').map((part) => part.replaceAll(/[^\w-]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(id)
}
