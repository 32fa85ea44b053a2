// Media types (RFC 9110, section 8.3.1).

export const formType = 'application/x-www-form-urlencoded'

/** RFC 6902. */
export const jsonPatchType = 'application/json-patch+json'

/** RFC 7396. */
export const mergePatchType = 'application/merge-patch+json'

/** RFC 9457. */
export const problemType = 'application/problem+json'

/** Returns the type in lower case and without parameters, or "" for undefined. */
export function essenceOf(type: string | undefined): string {
  return (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Returns true for types that end with "/json" or "+json" (RFC 6839, section 3.1). */
export function isJsonType(type: string): boolean {
  return /^[a-z0-9.+-]+\/(?:[a-z0-9.+-]+\+)?json$/.test(essenceOf(type))
}

/** @param range a media type, or a range such as "text/*" or "*\/*" */
export function isOfRange(type: string, range: string): boolean {
  const wanted = essenceOf(range)
  return wanted === '*/*' || (wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted)
}
