// How long the name of an event stream may be, and in which unit that is counted (part 2.4).
import type { Attempt, Tester } from '../../src/suite.ts'
import { eventStreams, nameCharactersMax } from './event-streams.ts'

// Outside of the basic plane: one character is two UTF-16 units and four bytes of UTF-8. No normal form changes it.
const astral = '\u{10348}'
const perCharacter: Readonly<Record<string, number>> = { characters: 1, 'utf-16 units': 2, bytes: 4 }

/** Names of such characters on both sides of the limit, by the declared unit; the limit itself where it meets one. */
export const lengthCases = (unit: string): readonly [longest: string, tooLong: string] => {
  const most = nameCharactersMax / (perCharacter[unit] ?? 1)
  return [astral.repeat(most), astral.repeat(most + 1)]
}

/** As long in the normal form NFC as a name may be, and longer as it is written, counted in any of the units. */
const composable = (unit: string): string => 'e\u0301'.repeat(unit === 'bytes' ? 64 : 65)

/**
 * Names that are within the limits for those alone who leave white space or a normal form out of account. Whether a tenant takes one is left
 * open, as it may store what it counts: what it shows of it must be within them.
 */
export const looselyCounted = ({ requests, knowledge, dealt, clause }: Tester): readonly string[] => {
  const longest = (): string => requests.nameOfLength(nameCharactersMax)
  const unit = knowledge.declared('length-unit')
  const names = [
    `${longest()}  `,
    `\t\t${longest()}`,
    `${longest()}\u00a0`,
    `${longest()}\0\0`,
    '  ',
    // Who counts what a reader takes for one character counts a base with its accent once.
    ...(typeof unit === 'string' ? [composable(unit)] : []),
  ]
  return dealt(names, { name: clause.operation }, ({ resource }) => resource === eventStreams.resource)
}

/** Finds out in which unit lengths of names are counted, and observes it. */
export const observeLengthUnit = async (
  { knowledge }: Tester,
  send: (name: string) => Promise<Attempt>,
): Promise<void> => {
  for (const [unit, size] of Object.entries(perCharacter))
    if ((await send(astral.repeat(nameCharactersMax / size))).accepted) {
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
  send: (name: string) => Promise<Attempt>,
): Promise<void> => {
  const { requests, knowledge, must } = tester
  const unit = knowledge.declared('length-unit')
  if (typeof unit !== 'string') {
    await observeLengthUnit(tester, send)
    return tester.inapplicable(
      'the unit of lengths is not declared: see eventStream.lengthUnit of the profile',
    )
  }
  const [longest, tooLong] = lengthCases(unit)
  const exchange = await send(longest)
  if (exchange.accepted) {
    const { name: returned } = must.accept(exchange)
    // Cut in the middle of a character it is another one.
    must.equal(returned, longest, 'name', { exchange, pointers: ['/name'] })
    return must.refuse(await send(tooLong), { control: exchange })
  }
  const control = await send(requests.nameOfLength(nameCharactersMax))
  must.assume(
    control.accepted,
    `the tenant does not accept ${nameCharactersMax} plain characters: see name-length`,
  )
  must.assume(
    (await send(astral.repeat(3))).accepted,
    'the tenant does not accept characters outside of the basic plane in a name',
  )
  must.accept(exchange, { control })
}
