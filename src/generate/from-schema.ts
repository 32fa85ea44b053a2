// Derives the TypeScript type of the instances of a schema.
import type { Json } from '../base/json.ts'

/**
 * Ignores bounds, patterns, `not` and `if`. Use `as const` on the schema, because the result is otherwise
 * `Json`.
 */
export type FromSchema<S> = Of<S, S>

type Of<S, R> = S extends boolean
  ? S extends false
    ? never
    : Json
  : S extends { readonly $ref: infer P }
    ? At<P, R>
    : S extends { readonly const: infer C }
      ? C
      : S extends { readonly enum: readonly (infer E)[] }
        ? E
        : S extends { readonly allOf: readonly [infer First, ...infer Others] }
          ? Of<First, R> & All<Others, R> & Typed<S, R>
          : S extends
                | { readonly anyOf: readonly (infer Each)[] }
                | { readonly oneOf: readonly (infer Each)[] }
            ? Of<Each, R> & Typed<S, R>
            : S extends { readonly type: unknown }
              ? Typed<S, R>
              : Json

type All<L, R> = L extends readonly [infer First, ...infer Others] ? Of<First, R> & All<Others, R> : unknown

type Typed<S, R> = S extends { readonly type: infer T }
  ? T extends readonly (infer Each)[]
    ? Named<Each, S, R>
    : Named<T, S, R>
  : unknown

type Named<T, S, R> = string extends T
  ? Json
  : T extends 'string'
    ? string
    : T extends 'number' | 'integer'
      ? number
      : T extends 'boolean'
        ? boolean
        : T extends 'null'
          ? null
          : T extends 'array'
            ? readonly Elements<S, R>[]
            : T extends 'object'
              ? Members<S, R>
              : never

type Elements<S, R> =
  | (S extends { readonly prefixItems: readonly (infer Each)[] } ? Of<Each, R> : never)
  | (S extends { readonly items: infer Each } ? Of<Each, R> : Json)

type Members<S, R> = S extends { readonly properties: infer P }
  ? Flat<
      { readonly [K in Extract<keyof P, Required<S>>]: Of<P[K], R> } & {
        readonly [K in Exclude<keyof P, Required<S>>]?: Of<P[K], R>
      }
    >
  : { readonly [name: string]: S extends { readonly additionalProperties: infer A } ? Of<A, R> : Json }

type Required<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never

type Flat<T> = { [K in keyof T]: T[K] }

type At<P, R> = P extends '#' ? Of<R, R> : P extends `#/${infer Path}` ? Of<Below<R, Path>, R> : Json

type Below<S, Path> = Path extends `${infer First}/${infer Others}`
  ? First extends keyof S
    ? Below<S[First], Others>
    : object
  : Path extends keyof S
    ? S[Path]
    : object
