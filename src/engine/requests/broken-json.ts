// Texts that are not JSON.

/** Not JSON in any extension (RFC 8259, 9). None is empty, which may count as no body. */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
