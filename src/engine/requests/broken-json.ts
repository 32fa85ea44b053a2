// Texts that are not JSON.

/**
 * Not JSON in any extension of it, though a parser may accept some (RFC 8259, 9). None is empty, which may count as a
 * body without members.
 */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
