// Texts that are not JSON.

/**
 * Returns texts that no extension of JSON allows (RFC 8259, 9). An empty text may count as no body, so none
 * is empty.
 */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
