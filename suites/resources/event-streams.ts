// What suites of event streams share: what the service sets itself, and how long a name may be.
import {
  comparedOf,
  type Exchange,
  isAccepted,
  type JsonObject,
  type Seen,
  type Tester,
} from '../../src/engine/index.ts'

/** How long it takes at most until a time stamp of whole seconds is another one. */
export const coarseTickMs = 1_100

/** Values that nobody may set: the service does (part 2.4). */
export const foreignValues: JsonObject = {
  id: 'x'.repeat(26),
  created_at: '2001-02-03T04:05:06.000Z',
  updated_at: '2001-02-03T04:05:06.000Z',
}

/** The members of a response, as evidence names them. */
export const shownAs = (
  { exchange }: Pick<Seen, 'exchange'>,
  pointers: readonly string[],
): readonly string[] => comparedOf(exchange.operation, pointers)

// Outside of the basic plane: one character is two UTF-16 units and four bytes of UTF-8. No normal form changes it.
const astral = '\u{10348}'
const lengthMax = 128
const perCharacter: Readonly<Record<string, number>> = { characters: 1, 'utf-16 units': 2, bytes: 4 }

/** Names of such characters on both sides of the limit, by the declared unit; the limit itself where it meets one. */
export const lengthCases = (unit: string): readonly { readonly name: string; readonly valid: boolean }[] => {
  const longest = lengthMax / (perCharacter[unit] ?? 1)
  return [
    { name: astral.repeat(longest), valid: true },
    { name: astral.repeat(longest + 1), valid: false },
  ]
}

/** Finds out in which unit lengths of names are counted, and observes it. */
export const observeLengthUnit = async (
  { knowledge }: Tester,
  send: (name: string) => Promise<Exchange>,
): Promise<void> => {
  for (const [unit, size] of Object.entries(perCharacter))
    if (isAccepted(await send(astral.repeat(lengthMax / size)))) {
      knowledge.observe('length-unit', unit)
      return
    }
}

/**
 * Holds the length of names against the declared unit. Where none is declared, the unit is found out.
 * @throws NotApplicable without a declaration
 */
export const lengthsInUnit = async (
  tester: Tester,
  send: (name: string) => Promise<Exchange>,
): Promise<void> => {
  const { given, knowledge, must } = tester
  const unit = knowledge.declared('length-unit')
  if (typeof unit !== 'string') {
    await observeLengthUnit(tester, send)
    return tester.inapplicable(
      'the unit of lengths is not declared: see eventStream.lengthUnit of the profile',
    )
  }
  const control = await send(given.nameOfLength(lengthMax))
  must.assume(
    isAccepted(control),
    `the tenant does not accept ${lengthMax} plain characters: see name-length`,
  )
  must.assume(
    isAccepted(await send(astral.repeat(3))),
    'the tenant does not accept characters outside of the basic plane in a name',
  )
  for (const { name, valid } of lengthCases(unit)) {
    const exchange = await send(name)
    if (valid) must.accept(exchange, { control })
    else must.refuse(exchange, { control })
  }
}
