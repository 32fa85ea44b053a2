// Checks the length of names, and the unit of this length (parts 2.4 and 8).
import type { Attempt, TestContext } from '../../../src/suite.ts'
import { nameCharactersMax } from './members.ts'

// This character has two UTF-16 units, and four bytes in UTF-8. No Unicode normal form changes it.
const astral = '\u{10348}'
const perCharacter: Readonly<Record<string, number>> = { characters: 1, 'utf-16 units': 2, bytes: 4 }

const namesAtLimit = (unit: string): readonly [longest: string, tooLong: string] => {
  const most = nameCharactersMax / (perCharacter[unit] ?? 1)
  return [astral.repeat(most), astral.repeat(most + 1)]
}

const tooLongUnlessComposed = (unit: string): string => 'e\u0301'.repeat(unit === 'bytes' ? 64 : 65)

/** If the tenant accepts one of these names, the returned name must have an allowed length. */
export const namesOfAmbiguousLength = ({ requests, knowledge, cases }: TestContext): readonly string[] => {
  const longest = (): string => requests.nameOfLength(nameCharactersMax)
  const unit = knowledge.declared('length-unit')
  const names = [
    `${longest()}  `,
    `\t\t${longest()}`,
    `${longest()}\u00a0`,
    `${longest()}\0\0`,
    '  ',
    ...(typeof unit === 'string' ? [tooLongUnlessComposed(unit)] : []),
  ]
  return cases(names, 'resource')
}

const observeLengthUnit = async (
  { knowledge }: TestContext,
  send: (name: string) => Promise<Attempt>,
): Promise<void> => {
  for (const [unit, size] of Object.entries(perCharacter))
    if ((await send(astral.repeat(nameCharactersMax / size))).accepted) {
      knowledge.observe('length-unit', unit)
      return
    }
}

/**
 * If the profile declares no unit, the run only observes the unit.
 * @throws NotApplicable if the profile declares no unit
 */
export const mustCountInUnit = async (
  check: TestContext,
  send: (name: string) => Promise<Attempt>,
): Promise<void> => {
  const { requests, knowledge, must } = check
  const unit = knowledge.declared('length-unit')
  if (typeof unit !== 'string') {
    await observeLengthUnit(check, send)
    return check.inapplicable(
      'the profile does not declare the unit of lengths: declare eventStream.lengthUnit',
    )
  }
  const [longest, tooLong] = namesAtLimit(unit)
  const exchange = await send(longest)
  if (exchange.accepted) {
    const { name: returned } = must.accept(exchange)
    // A tenant may cut the last character in half.
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
    'the tenant does not accept characters beyond U+FFFF in a name',
  )
  must.accept(exchange, { control })
}
