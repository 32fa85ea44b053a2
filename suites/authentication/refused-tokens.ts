// Judges the statuses of rejected tokens: 401 and 403 if part 7 lists them, otherwise any 4xx status.
import {
  type Attempt,
  authorization,
  type Exchange,
  fixture,
  type Principal,
  statusOf,
  using,
} from '../../src/suite.ts'

const { attemptsAs, lockOut } = authorization

const lockedOut = fixture(
  'lock-out at *',
  ({ operation }) => (operation === null ? [] : [operation.name]),
  (shared, _key: string) => lockOut(shared),
)

/** @throws Inconclusive if the tenant may have locked the client out */
export const assumeNotLockedOut = using([lockedOut], async (check, exchange: Attempt): Promise<void> => {
  const status = statusOf(exchange)
  if (status === 401 || status < 400 || status > 499) return
  const locked = await check.use(lockedOut, `${check.clause.operation} with ${status}`)
  check.must.assume(
    status !== locked,
    `every invalid token now gets ${status}, but the first invalid token got 401: the tenant may have locked out the client`,
  )
})

export const mustRefuseToken = using(
  [assumeNotLockedOut],
  async (check, exchange: Attempt, control: Exchange, status: 401 | 403): Promise<void> => {
    const { must, contract, clause } = check
    const shown = contract.operations.get(clause.operation)?.failures ?? []
    if (!shown.includes(status)) return must.refuse(exchange, { control, of: 'token' })
    if (status === 401) await assumeNotLockedOut(check, exchange)
    must.haveStatus(exchange, [status], { control })
  },
)

export const refuses = (...principals: readonly Principal[]) =>
  using([attemptsAs, mustRefuseToken], async (check) => {
    const { exchanges, control } = await attemptsAs(check, ...principals)
    for (const exchange of exchanges) await mustRefuseToken(check, exchange, control, 401)
  })
