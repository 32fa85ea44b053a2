// Named schemas in groups.
export type Schemas<Schema = object | boolean> = Readonly<Record<string, Schema>>

/** Joins groups of schemas. The name of each schema becomes "group: name". */
export function byGroup<Schema>(groups: Readonly<Record<string, Schemas<Schema>>>): Schemas<Schema> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, schemas]) =>
      Object.entries(schemas).map(([name, schema]) => [`${group}: ${name}`, schema]),
    ),
  )
}
