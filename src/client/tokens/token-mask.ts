// Masks tokens and parts of tokens.
import { isObject, type Json } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { decodeToken } from './jwt.ts'

/**
 * Masks the token. For a JWT, also masks the claims, and the signature from its second character: some
 * forgeries change only the first character of the signature.
 */
export function maskToken(mask: SecretMask, token: Secret | string): void {
  const text = token instanceof Secret ? token.reveal() : token
  mask.add(text)
  const jwt = decodeToken(text)
  if (jwt === null) return
  const [, payload, signature] = jwt.parts
  for (const piece of [payload, signature.slice(1)]) if (piece.length >= pieceCharactersMin) mask.add(piece)
}

// Shorter parts can occur in other texts by chance.
const pieceCharactersMin = 16

/**
 * Masks all tokens in a response, because a tenant can use other members than `access_token` (RFC 6749,
 * section 5.1).
 */
export function maskTokensIn(mask: SecretMask, body: string, value: Json | undefined): void {
  for (const [, token] of body.matchAll(/_token["']?\s*[:=]\s*["']?([\w.~+/=-]{8,})/g))
    if (token !== undefined) maskToken(mask, token)
  visit(value)

  function visit(here: Json | undefined): void {
    if (Array.isArray(here)) for (const item of here) visit(item)
    if (!isObject(here)) return
    for (const [name, member] of Object.entries(here)) {
      if (/token$/i.test(name) && typeof member === 'string') maskToken(mask, member)
      else visit(member)
    }
  }
}
