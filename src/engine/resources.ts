// What of the tenant the checks of a run share.
import { Coverage } from './coverage.ts'
import { EventBench } from './event-bench.ts'
import { Given } from './given.ts'
import type { Ledger } from './ledger.ts'
import { Policies } from './policies.ts'
import type { Session } from './session.ts'
import { Streams } from './streams.ts'
import { Templates } from './templates.ts'

/** Things of the tenant that checks share. */
export interface Resources {
  readonly given: Given
  readonly streams: Streams
  readonly policies: Policies
  readonly templates: Templates
  readonly events: EventBench
  readonly coverage: Coverage
}

/** All of them, for one run; what they make is written down in the ledger. */
export function createResources(session: Session, ledger: Ledger): Resources {
  const given = new Given(session)
  return {
    given,
    streams: new Streams(session, ledger, given),
    policies: new Policies(session, ledger),
    templates: new Templates(session, ledger),
    events: new EventBench(session),
    coverage: new Coverage(),
  }
}
