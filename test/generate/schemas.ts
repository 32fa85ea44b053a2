// Schemas by name, and groups of them as one.
export type Schemas<Schema = object | boolean> = Readonly<Record<string, Schema>>

/** All of the groups, each schema by its group and name. */
export function byGroup<Schema>(groups: Readonly<Record<string, Schemas<Schema>>>): Schemas<Schema> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, schemas]) =>
      Object.entries(schemas).map(([name, schema]) => [`${group}: ${name}`, schema]),
    ),
  )
}
