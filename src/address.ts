// What an operator gives for an address and is none, in words.

/** What is wrong with a text that is no address, and what to do, as it goes on after the name of an option or variable. */
export function faultOfAddress(text: string): string {
  if (text.trim() === '') return `is empty: give an address as ${exampleAddress}`
  if (isQuoted(text)) return 'is in quotation marks, which are part of its value: leave them out'
  const [, port] = /^https?:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/i.exec(text) ?? []
  if (Number(port) > 65_535) return `names the port ${port}: a port is a number from 1 to 65535`
  if (hostAlone.test(text) && !hasLongWord.test(text)) return `is "${text}": begin it with https://`
  // Not repeated, as it may be a credential in the place of an address.
  return `is not an http or https address: give one as ${exampleAddress}`
}

/** Whether quotation marks stand around it, which a shell or a file of variables would have taken off. */
export function isQuoted(text: string): boolean {
  return /^(["']).*\1$/s.test(text.trim())
}

const exampleAddress = 'https://tenant.example/api/v2'
// A host and a path without what a credential may have: neither a long word nor a sign of base64.
const hostAlone = /^(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[a-z\d/._-]*)?$/i
const hasLongWord = /[a-z\d_-]{20}/i
