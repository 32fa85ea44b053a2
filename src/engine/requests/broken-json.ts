// Makes texts that are not JSON.

/** No extension of JSON allows these texts (RFC 8259, 9). A tenant may treat an empty text as no body. */
export function brokenJson(member: string): readonly string[] {
  return [`{"${member}": `, `{"${member}": "a"`, `{"${member}" "a"}`, member]
}
