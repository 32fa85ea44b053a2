// Judges whether a response contains a credential that the run sent.
import { bodyOf, type Exchange, type ReceivedResponse } from '../../base/exchange.ts'
import { at, dotted, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import { type Attempt, acceptedBody, type Observation } from '../../oracle/index.ts'
import { declaredCredentials, type Profile } from '../../profile/index.ts'
import { observationsOf } from './observations.ts'
import { isMislabelled } from './response-form.ts'

export class CredentialJudge {
  readonly #contract: Contract
  // Compares complete credentials, because a part of a credential may occur by chance.
  readonly #credentials = new SecretMask(false)

  constructor(contract: Contract, profile: Profile) {
    this.#contract = contract
    for (const values of declaredCredentials(profile, contract).values())
      for (const value of Object.values(values)) this.#credentials.add(value)
  }

  // Judges refusals too, and finds credentials in any encoding.
  see(operation: Operation, exchange: Attempt, { body, headers }: ReceivedResponse): readonly Observation[] {
    const secret = this.#contract.resources.get(operation.resource)?.secret ?? []
    if (secret.length === 0 || !this.#credentials.holdsAny) return []
    const written = body.includes('\\') ? jsonText(bodyOf(exchange)) : ''
    const leaked = [body, written, ...Object.values(headers)].some((text) => this.#showsCredential(text))
    // The tenant could not read the request and only quotes it.
    if (leaked && !exchange.accepted && isMislabelled(exchange)) return []
    // An accepted response without credentials is no evidence if a secret member has a value other than an
    // object.
    const shown = secret.map((pointer) => at(acceptedBody(exchange), pointer))
    const unread = shown.some((value) => value !== undefined && !isObject(value))
    if (!leaked && (!exchange.accepted || unread)) return []
    const problem = leaked
      ? {
          says: 'A response contains a credential that was sent.',
          expected: 'no credential in any response',
          received: `the credential that was sent, ${this.#whereShown(exchange, headers)}`,
        }
      : null
    return observationsOf(this.#contract, exchange, 'credentials-never-returned', problem)
  }

  #showsCredential(text: string): boolean {
    return this.#credentials.mask(text) !== text
  }

  #whereShown(exchange: Exchange, headers: ReceivedResponse['headers']): string {
    const shows = (text: string): boolean => this.#showsCredential(text)
    const header = Object.entries(headers).find(([, value]) => shows(value))
    if (header !== undefined) return `in the header ${header[0]}`
    const body = bodyOf(exchange)
    const member = body.ok ? pointerOfText(body.value, shows) : null
    return member === null ? 'in the body' : `in ${dotted(member) || 'the body'}`
  }
}

function pointerOfText(value: Json, isMeant: (text: string) => boolean, pointer = ''): string | null {
  if (typeof value === 'string') return isMeant(value) ? pointer : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    const found = pointerOfText(member as Json, isMeant, `${pointer}/${name}`)
    if (found !== null) return found
  }
  return null
}
