// Clauses about the deletion of a rate limit policy (parts 3 and 4.1).
import {
  carriedOut,
  deletionScenario,
  isAccepted,
  mustHaveSurvived,
  originOf,
  served,
  statusOf,
  suite,
  using,
} from '../src/suite.ts'

const idCharactersMax = 26

// The checks share their deletions, because there may be only a few policies.
export default suite('rate-limit-policies.delete', {
  // MUST 3: The tenant returns 204 for the deletion of an existing rate limit policy.
  accepts: using([served], async (check) => {
    const { one, deleted, again } = (await served(check)).plain
    const { must } = check
    if (isAccepted(deleted))
      must.assume(again === null || !isAccepted(again), 'the same policy could be deleted twice')
    // A user can supply the id of a policy that does not exist.
    else
      must.assume(
        one.created !== null,
        `the deletion of the supplied policy ${one.id} got ${statusOf(deleted)}`,
        originOf(deleted) === 'failing' ? 'failing' : 'user',
      )
    must.haveStatus(deleted, [204])
  }),

  // MUST 4.1: The 204 response to a deletion has no body.
  'no-body': using([carriedOut], async (check) => {
    const { all } = await carriedOut(check)
    for (const { deleted } of all) {
      if (!isAccepted(deleted)) continue
      const { headers = {}, bodyBytes = 0 } = deleted.response ?? {}
      const bytes = Math.max(bodyBytes, Number(headers['content-length'] ?? 0))
      check.must.that(bytes === 0, 'The response to a deletion has a body.', {
        expected: 'no body',
        received: `${bytes} bytes`,
        exchange: deleted,
      })
    }
  }),

  // SHOULD 3: The tenant does not give the id of a deleted rate limit policy to a new rate limit policy.
  'ids-not-reused': using([carriedOut], async (check) => {
    const { plain, late } = await carriedOut(check)
    const reuse = check.reuse('rate-limit-policies')
    const made = late?.deletion.one.created ?? null
    check.must.assume(
      reuse !== null || (made !== null && made.startedAtMs > plain.deleted.startedAtMs),
      'the run could not create a policy after a deletion',
    )
    check.must.that(reuse === null, 'The tenant gave the id of a deleted policy to another policy.', {
      expected: 'a new id',
      received: reuse === null ? 'a new id' : `the id ${reuse.id} of the deleted policy`,
      exchange: reuse?.again ?? made,
      control: plain.deleted,
    })
  }),

  // MUST 2.1: If the id in the path has more than 26 characters, the tenant returns a 4xx status and deletes nothing.
  'path-id-length': using([deletionScenario], async (check) => {
    const { overLong, plain, beside } = await deletionScenario(check)
    for (const exchange of overLong) check.knowledge.observe('over-long-policy-id', statusOf(exchange))
    for (const exchange of overLong) check.must.refuse(exchange, { control: plain.deleted, of: 'path' })
    const message =
      'A request with an id that is too long deleted the policy with the first characters of this id.'
    if (beside.overLong.one.created !== null)
      mustHaveSurvived(check, message, beside.overLong, plain.deleted, overLong)
  }),

  // MUST 2.1: The id of a rate limit policy has at most 26 characters.
  'returned-id': using([deletionScenario], async (check) => {
    const { all } = await deletionScenario(check)
    const real = all.filter(({ one, deleted }) => one.created !== null || isAccepted(deleted))
    check.must.assume(real.length > 0, 'the run deleted no policy, so it saw no id of a policy')
    for (const { one, deleted } of real)
      check.must.that([...one.id].length <= idCharactersMax, 'The id of a policy is too long.', {
        expected: `at most ${idCharactersMax} characters`,
        received: `${[...one.id].length} characters: ${one.id}`,
        exchange: isAccepted(deleted) ? deleted : null,
      })
  }),
})
