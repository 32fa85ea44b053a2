// Builds the webhook destinations of event streams (part 2.4).
import { type AdapterParts, declaredIn, isObject, type JsonObject } from '../../../src/suite.ts'

// RFC 2606 reserves this domain, so no server receives the events.
const endpoint = 'https://webhook.tenant-conformance.example/events'

export class Destinations {
  readonly #parts: AdapterParts
  /** Whether destinations contain webhook_authorization. */
  authorized = true

  constructor(parts: AdapterParts) {
    this.#parts = parts
  }

  plain(variant = 0): JsonObject {
    return this.at(this.#address, this.#username(variant))
  }

  at(address: string, username = this.#username(0)): JsonObject {
    const authorization = {
      webhook_authorization: { method: 'basic', username, ...this.#credentials },
    }
    return {
      type: 'webhook',
      configuration: { webhook_endpoint: address, ...(this.authorized ? authorization : {}) },
    }
  }

  withUsername(username: string): JsonObject {
    return this.at(this.#address, username)
  }

  /** Returns destinations with other addresses, which a tenant may reject. */
  elsewhere(): readonly JsonObject[] {
    const url = new URL(this.#address)
    const path = url.pathname.replace(/\/$/, '')
    url.pathname = `${path}/Path-2`
    url.searchParams.set('Key', 'A/b c 2')
    const plain = url.href
    // A tenant that decodes this address, or that replaces patterns in it, changes the address.
    const tricky = `${url.origin}${path}/a%20b%2Fc%25d%C3%BC/$&/$1/;v=1,2/~x?q=%26%3D%2B&p=a+b&p=2&e=&u=%F0%9F%99%82`
    return [plain, tricky, withPort(url)].map((address, index) => this.at(address, this.#username(index + 2)))
  }

  /** Part 2.4 shows only one of the three valid types, so these types are probably invalid. */
  ofOtherTypes(): readonly JsonObject[] {
    const random = this.#parts.requests.nameOfLength(12)
    return [random, 'WEBHOOK', `webhook${random}`, ''].map((type) => ({ ...this.plain(1), type }))
  }

  /** Null if the profile declares no credential, or more than one. */
  get password(): string | null {
    const [value, ...others] = Object.values(this.#credentials)
    return typeof value === 'string' && others.length === 0 ? value : null
  }

  get #address(): string {
    const declared = declaredIn(this.#parts.profile, '/eventStream/webhookEndpoint')
    return typeof declared === 'string' ? declared : endpoint
  }

  get #credentials(): JsonObject {
    const declared = declaredIn(this.#parts.profile, '/eventStream/webhookCredentials')
    return isObject(declared) ? declared : {}
  }

  // The username contains the run's marker, because a name of maximum length has no space for it.
  #username(variant: number): string {
    const { marker } = this.#parts.requests
    return variant === 0 ? marker : `${marker}-${variant}`
  }
}

function withPort({ href }: URL): string {
  const url = new URL(href)
  url.port = url.port === '8443' ? '9443' : '8443'
  return url.href
}
