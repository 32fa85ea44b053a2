// The length of a text in code points (RFC 8259; JSON Schema Validation, section 6.3.1).

export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 1; index < text.length; index++) {
    const low = text.charCodeAt(index)
    if (low < 0xdc00 || low > 0xdfff) continue
    const high = text.charCodeAt(index - 1)
    if (high >= 0xd800 && high <= 0xdbff) length--
  }
  return length
}
