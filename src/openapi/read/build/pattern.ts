// Regular expressions of documents, which were often written for other engines.

/** As ECMA-262 reads it with the flag "u"; null if it is no regular expression there. */
export function readablePattern(pattern: string): string | null {
  const anchored = pattern.replace(/^\\A/, '^').replace(/\\[zZ]$/, '$')
  return [anchored, withoutNeedlessEscapes(anchored)].find(isReadable) ?? null
}

/** Without the flag "u", any character may be escaped. */
function withoutNeedlessEscapes(pattern: string): string {
  let within = false
  return pattern.replace(/\\([\s\S])|[[\]]/g, (part, escaped: string | undefined) => {
    if (escaped === undefined) within = part === '['
    else if (/[\s!"#%&',:;<=>@_`~]/.test(escaped) || (escaped === '-' && !within)) return escaped
    return part
  })
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== null
  } catch {
    return false
  }
}
