// Tests that an amendment adds suppressions and changes nothing else in the profile.
import { expect, test } from 'vitest'
import { parseProfile, withSuppressions } from './amend.ts'

const gap = { clause: 'any.version-path', reason: 'a "quoted" reason', expires: '2027-01-01' }

test('comments, layout and order stay', () => {
  const text =
    '{\n\t// mine\n\t"name":   "acme", /* why */ "gaps": [\n\t\t{ "clause": "any.*", "reason":"old" } // why\n\t]\n}\n'
  const amended = withSuppressions(text, 'gaps', [gap])
  const added = '\n\t\t{\n\t\t\t"clause": "any.version-path",'
  expect(amended).toContain(`{ "clause": "any.*", "reason":"old" }, // why${added}`)
  expect(text.split(' // why').map((part) => amended.includes(part))).toEqual([true, true])
  expect(parseProfile(amended)).toMatchObject({
    ok: true,
    value: { name: 'acme', gaps: [{ clause: 'any.*' }, gap] },
  })
})

test.each([
  '{}',
  '{"name":"a"}',
  '{"name":"a","gaps":[{"clause":"c","reason":"d"}]}',
  '{\r\n  "name": "a",\r\n  "gaps": []\r\n}\r\n',
])('%j takes them', (text) => {
  const amended = withSuppressions(text, 'gaps', [gap, { ...gap, clause: 'b' }])
  expect(parseProfile(amended)).toMatchObject({
    value: { gaps: expect.arrayContaining([gap, { ...gap, clause: 'b' }]) },
  })
  if (text.includes('\r\n')) expect(amended.replaceAll('\r\n', '')).not.toContain('\n')
})

test('invalid JSON is reported with its position, with or without comments', () => {
  const text = '{\n  // a comment\n  "name": oops }'
  expect(parseProfile(text)).toMatchObject({ ok: false })
  expect(parseProfile('{"url": "https://a.example//b"}')).toMatchObject({
    value: { url: 'https://a.example//b' },
  })
})
