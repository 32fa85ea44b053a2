// All limits for hostile input, each with the test that proves it.

import { keptBodyCharactersMax } from '../../src/base/exchange.ts'
import { inputBytesMax } from '../../src/base/files/input-file.ts'
import {
  bodyBytesMax,
  headersBytesMax,
  levelsMax,
  partsMax,
  plainConnection,
  silentMax,
  tokenAnswerBytesMax,
  tokenAnswersBytesMax,
  tokenCharactersMax,
  waitLimits,
} from '../../src/client/index.ts'
import { receiverLimits } from '../../src/engine/index.ts'
import { findingLimits } from '../../src/engine/judge/findings.ts'
import { pageLimits } from '../../src/mock/front/page.ts'
import { judgedTooLongMax, judgingMsMax } from '../../src/oracle/index.ts'
import { schemaLevelsMax, subschemasMax } from '../../src/profile/index.ts'
import { eventLogLimits } from '../../src/report/index.ts'
import {
  bodyBytesMax as servedBodyBytesMax,
  serverLimits,
  storedLimits,
  strangersBodyBytesMax,
} from '../../src/tenant/index.ts'

/** A limit with its value and its test. */
export interface Bound {
  readonly name: string
  readonly value: number
  readonly of: string
  readonly test: string
}

const bound = (name: string, value: number, of: string, test: string): Bound => ({ name, value, of, test })

const run = 'src/client/run-client.test.ts'
const failure = 'src/client/wire/failure.test.ts'
const structure = 'src/client/wire/structure.test.ts'
const gate = 'src/client/rate/gate.test.ts'
const token = 'src/client/tokens/token-source.test.ts'
const schema = 'src/profile/bounded-schema.test.ts'
const payload = 'src/oracle/payload.test.ts'
const findings = 'src/engine/judge/findings.test.ts'
const log = 'src/report/recording/event-log.test.ts'
const receiver = 'src/engine/deliveries/receiver.test.ts'
const server = 'src/tenant/http/server.test.ts'

export const bounds: readonly Bound[] = [
  bound('bodyBytesMax', bodyBytesMax, 'bytes of a response body, on the wire and unpacked', failure),
  bound('headersBytesMax', headersBytesMax, 'bytes of a response’s headers', failure),
  bound(
    'timeoutMs',
    plainConnection.timeoutMs,
    'milliseconds of one exchange, tokens included, unless --timeout says other',
    run,
  ),
  bound('levelsMax', levelsMax, 'levels of arrays and objects in a response', structure),
  bound('partsMax', partsMax, 'members and elements in a response', structure),
  bound('pauseMsMax', waitLimits.pauseMsMax, 'milliseconds of one pause after 429', gate),
  bound(
    'inVainMsMax',
    waitLimits.inVainMsMax,
    'milliseconds of pauses with nothing but 429 between them',
    gate,
  ),
  bound('runMsMax', waitLimits.runMsMax, 'milliseconds of pauses after 429 in a run', gate),
  bound('cleanUpMsMax', waitLimits.cleanUpMsMax, 'milliseconds that clean-up waits after all that', gate),
  bound('tokenCharactersMax', tokenCharactersMax, 'characters of an access token', token),
  bound('tokenAnswerBytesMax', tokenAnswerBytesMax, 'bytes of a token endpoint’s response', token),
  bound('tokenAnswersBytesMax', tokenAnswersBytesMax, 'bytes of all token responses for a principal', token),
  bound('silentMax', silentMax, 'token requests in a row that bring no response in time', token),
  bound('judgingMsMax', judgingMsMax, 'milliseconds for a response and a schema of the profile', payload),
  bound('judgedTooLongMax', judgedTooLongMax, 'responses that take longer', payload),
  bound('subschemasMax', subschemasMax, 'subschemas of the profile for one place of a response', schema),
  bound('schemaLevelsMax', schemaLevelsMax, 'levels of a schema of the profile', schema),
  bound('inputBytesMax', inputBytesMax, 'bytes of a file that is read', 'src/base/files/input-file.test.ts'),
  bound(
    'keptBodyCharactersMax',
    keptBodyCharactersMax,
    'characters of a body that is kept',
    'src/oracle/judgement.test.ts',
  ),
  bound('violationsMax', findingLimits.violationsMax, 'failures of a clause that are kept', findings),
  bound('openMax', findingLimits.openMax, 'reasons of a clause that is left open', findings),
  bound('comparedMax', findingLimits.comparedMax, 'compared members of a clause', findings),
  bound('bodyCharactersMax', eventLogLimits.bodyCharactersMax, 'characters of a body in the event log', log),
  ...Object.entries(receiverLimits).map(([name, value]) =>
    bound(`receiver.${name}`, Number(value), 'the receiver of events', receiver),
  ),
  bound('serve.bodyBytesMax', servedBodyBytesMax, 'bytes of a request body to the reference tenant', server),
  bound('serve.strangersBodyBytesMax', strangersBodyBytesMax, 'the same, without a valid token', server),
  ...Object.entries(serverLimits).map(([name, value]) =>
    bound(`serve.${name}`, value, 'the reference tenant', server),
  ),
  ...Object.entries(storedLimits).map(([name, value]) =>
    bound(`stored.${name}`, value, 'what the reference tenant keeps', 'src/tenant/state.test.ts'),
  ),
  bound('page.rowsMax', pageLimits.rowsMax, 'the page of serve', 'test/release/mock-flood.test.ts'),
  bound('page.requestsMax', pageLimits.requestsMax, 'the page of serve', 'test/release/mock-flood.test.ts'),
]
