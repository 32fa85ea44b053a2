// Makes texts that are not JSON.

/**
 * Returns texts that no extension of JSON allows (RFC 8259, 9). No text is empty, because a tenant may
 * treat an empty text as no body.
 */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
