// Texts that are not JSON.

/**
 * Texts that are JSON in no extension of it either, which a parser may accept (RFC 8259, 9). None is empty: a request without
 * content may be read as one without members.
 */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
