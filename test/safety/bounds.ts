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

const receiverTexts: Readonly<Record<keyof typeof receiverLimits, string>> = {
  bodyBytesMax: 'bytes of one event body that the receiver stores',
  readBytesMax: 'bytes of one event body that the receiver reads',
  keptBytesMax: 'bytes of all event bodies that the receiver stores',
  deliveriesMax: 'deliveries that the receiver stores',
  headerBytesMax: 'bytes of all headers that the receiver stores',
  inboxesMax: 'addresses at which the receiver accepts events',
  connectionsMax: 'connections to the receiver at once',
  headersMsMax: 'milliseconds in which a sender must send the headers of a request to the receiver',
  requestMsMax: 'milliseconds in which a sender must send a complete request to the receiver',
}

const serverTexts: Readonly<Record<keyof typeof serverLimits, string>> = {
  connectionsMax: 'connections to the reference tenant at once',
  pipelinedMax: 'requests that wait on one connection to the reference tenant',
  headersMsMax: 'milliseconds in which a client must send the headers of a request to the reference tenant',
  requestMsMax: 'milliseconds in which a client must send a complete request to the reference tenant',
}

const storedTexts: Readonly<Record<keyof typeof storedLimits, string>> = {
  streamsMax: 'event streams that the reference tenant stores',
  policiesMax: 'rate limit policies that the reference tenant stores',
  documentsMax: 'settings documents that the reference tenant stores (--like auth0)',
  bytesMax: 'bytes of all resources that the reference tenant stores',
  deliveriesMax: 'waiting deliveries that the reference tenant stores',
  deliveriesBytesMax: 'bytes of all waiting deliveries that the reference tenant stores',
}

export const bounds: readonly Bound[] = [
  bound('bodyBytesMax', bodyBytesMax, 'bytes of a response body, before and after decompression', failure),
  bound('headersBytesMax', headersBytesMax, 'bytes of a response’s headers', failure),
  bound(
    'timeoutMs',
    plainConnection.timeoutMs,
    'milliseconds of one request with its response, also of a token request; --timeout changes this limit',
    run,
  ),
  bound('levelsMax', levelsMax, 'nested levels of arrays and objects in a response', structure),
  bound('partsMax', partsMax, 'members and elements in a response', structure),
  bound('pauseMsMax', waitLimits.pauseMsMax, 'milliseconds that a run waits after one 429', gate),
  bound(
    'inVainMsMax',
    waitLimits.inVainMsMax,
    'milliseconds of consecutive pauses without a served request',
    gate,
  ),
  bound('runMsMax', waitLimits.runMsMax, 'milliseconds that a run waits after all its 429 responses', gate),
  bound(
    'cleanUpMsMax',
    waitLimits.cleanUpMsMax,
    'milliseconds of pauses during clean-up, after the checks gave up',
    gate,
  ),
  bound('tokenCharactersMax', tokenCharactersMax, 'characters of an access token', token),
  bound('tokenAnswerBytesMax', tokenAnswerBytesMax, 'bytes of a token endpoint’s response', token),
  bound(
    'tokenAnswersBytesMax',
    tokenAnswersBytesMax,
    'bytes of all token responses for one principal (client)',
    token,
  ),
  bound('silentMax', silentMax, 'consecutive token requests without a response in time', token),
  bound(
    'judgingMsMax',
    judgingMsMax,
    'milliseconds to validate one body with a schema of the profile',
    payload,
  ),
  bound(
    'judgedTooLongMax',
    judgedTooLongMax,
    'validations with one schema that exceed judgingMsMax; after them, the run skips the schema',
    payload,
  ),
  bound('subschemasMax', subschemasMax, 'subschemas of the profile for one location in a response', schema),
  bound('schemaLevelsMax', schemaLevelsMax, 'levels of a schema of the profile', schema),
  bound('inputBytesMax', inputBytesMax, 'bytes of an input file', 'src/base/files/input-file.test.ts'),
  bound(
    'keptBodyCharactersMax',
    keptBodyCharactersMax,
    'characters of a response body that the run stores',
    'src/oracle/judgement.test.ts',
  ),
  bound('violationsMax', findingLimits.violationsMax, 'failures of one clause that the run stores', findings),
  bound('openMax', findingLimits.openMax, 'reasons of one inconclusive clause that the run stores', findings),
  bound(
    'comparedMax',
    findingLimits.comparedMax,
    'compared members of one clause that the run stores',
    findings,
  ),
  bound(
    'bodyCharactersMax',
    eventLogLimits.bodyCharactersMax,
    'characters of one body in the event log',
    log,
  ),
  ...Object.entries(receiverLimits).map(([name, value]) =>
    bound(`receiver.${name}`, Number(value), receiverTexts[name as keyof typeof receiverLimits], receiver),
  ),
  bound('serve.bodyBytesMax', servedBodyBytesMax, 'bytes of a request body to the reference tenant', server),
  bound(
    'serve.strangersBodyBytesMax',
    strangersBodyBytesMax,
    'bytes of a request body to the reference tenant, without a valid token',
    server,
  ),
  ...Object.entries(serverLimits).map(([name, value]) =>
    bound(`serve.${name}`, value, serverTexts[name as keyof typeof serverLimits], server),
  ),
  ...Object.entries(storedLimits).map(([name, value]) =>
    bound(
      `stored.${name}`,
      value,
      storedTexts[name as keyof typeof storedLimits],
      'src/tenant/state.test.ts',
    ),
  ),
  bound(
    'page.rowsMax',
    pageLimits.rowsMax,
    'resources of each type on the page of serve',
    'test/release/mock-flood.test.ts',
  ),
  bound(
    'page.requestsMax',
    pageLimits.requestsMax,
    'requests on the page of serve',
    'test/release/mock-flood.test.ts',
  ),
]
