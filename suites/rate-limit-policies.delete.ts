// Deleting a rate limit policy (part 4.1, the life of a policy in part 3).
import {
  carriedOut,
  deletionScenario,
  isAccepted,
  mustHaveSurvived,
  originOf,
  served,
  statusOf,
  suite,
} from '../src/suite.ts'

const idCharactersMax = 26

// Policies may be scarce: all clauses are judged from one pass over a few of them.
export default suite('rate-limit-policies.delete', {
  // Part 3: deleting an existing policy is answered with 204.
  accepts: async (tester) => {
    const { one, deleted, again } = (await served(tester)).plain
    const { must } = tester
    if (isAccepted(deleted))
      must.assume(again === null || !isAccepted(again), 'the same policy could be deleted twice')
    // Of a policy that the run did not make it is not sure that it exists, nor that its id is one.
    else
      must.assume(
        one.created !== null,
        `the supplied policy ${one.id} was answered with ${statusOf(deleted)}`,
        originOf(deleted) === 'failing' ? 'failing' : 'user',
      )
    must.haveStatus(deleted, [204])
  },

  // Part 4.1: the 204 has no body.
  'no-body': async (tester) => {
    const { all } = await carriedOut(tester)
    for (const { deleted } of all) {
      if (!isAccepted(deleted)) continue
      const { headers = {}, bodyBytes = 0 } = deleted.response ?? {}
      const bytes = Math.max(bodyBytes, Number(headers['content-length'] ?? 0))
      tester.must.that(bytes === 0, 'The response to a delete has a body.', {
        expected: 'no body',
        received: `${bytes} bytes`,
        exchange: deleted,
      })
    }
  },

  // Part 3: a later request for that id gets 404, which it can't where the id is another policy's.
  'ids-not-reused': async (tester) => {
    const { plain, late } = await carriedOut(tester)
    const reuse = tester.reuse('rate-limit-policies')
    const made = late?.deletion.one.created ?? null
    tester.must.assume(
      reuse !== null || (made !== null && made.startedAtMs > plain.deleted.startedAtMs),
      'no policy could be made after a deletion',
    )
    tester.must.that(reuse === null, 'The id of a policy that was deleted was given to another one.', {
      expected: 'an id of its own',
      received: reuse === null ? 'an id of its own' : `the id ${reuse.id} again`,
      exchange: reuse?.again ?? made,
      control: plain.deleted,
    })
  },

  // Part 2.1: an id that is too long names no policy; it is refused, and deletes nothing.
  'path-id-length': async (tester) => {
    const { overLong, plain, beside } = await deletionScenario(tester)
    for (const exchange of overLong) tester.knowledge.observe('over-long-policy-id', statusOf(exchange))
    for (const exchange of overLong) tester.must.refuse(exchange, { control: plain.deleted, of: 'path' })
    const message = 'A request with an id that is too long deleted the policy whose id it begins with.'
    if (beside.overLong.one.created !== null)
      mustHaveSurvived(tester, message, beside.overLong, plain.deleted, overLong)
  },

  // Part 2.1: the id of a policy has at most 26 characters.
  'returned-id': async (tester) => {
    const { all } = await deletionScenario(tester)
    const real = all.filter(({ one, deleted }) => one.created !== null || isAccepted(deleted))
    tester.must.assume(real.length > 0, 'no policy was deleted whose id could be looked at')
    for (const { one, deleted } of real)
      tester.must.that([...one.id].length <= idCharactersMax, 'The id of a policy is too long.', {
        expected: `at most ${idCharactersMax} characters`,
        received: `${[...one.id].length} characters: ${one.id}`,
        exchange: isAccepted(deleted) ? deleted : null,
      })
  },
})
