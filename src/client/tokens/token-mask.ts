// Tokens made unprintable: whole, and the pieces of them that make a derived token worth stealing.
import { isObject, type Json } from '../../base/json.ts'
import { Secret } from '../../base/secret.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { decodeToken } from './jwt.ts'

/**
 * Makes a token unprintable. Of a JWT also the claims, and the signature without its first character: a token forged
 * from it (forgery.ts) shares these, and with all of them but one character the genuine token could be guessed.
 */
export function maskToken(mask: SecretMask, token: Secret | string): void {
  const text = token instanceof Secret ? token.reveal() : token
  mask.add(text)
  const jwt = decodeToken(text)
  if (jwt === null) return
  const [, payload, signature] = jwt.parts
  for (const piece of [payload, signature.slice(1)]) if (piece.length >= pieceCharactersMin) mask.add(piece)
}

// A shorter one is no signature, and could occur elsewhere by chance.
const pieceCharactersMin = 16

/** Makes all tokens unprintable that a token endpoint's answer holds (RFC 6749, 5.1), whatever its shape. */
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
