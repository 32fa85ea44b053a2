// Texts that are not JSON.

/**
 * No extension of JSON allows these texts, though a parser may (RFC 8259, 9). None is empty, as an empty body may count
 * as one without members.
 */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
