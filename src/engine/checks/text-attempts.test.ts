// Tests texts that are sent in one request, and in halves after a failure.
import { expect, test } from 'vitest'
import { deepTextItems, type TextItem, type Texts, textItems, tryTexts } from './text-attempts.ts'

interface ResourceResponse {
  readonly sent: Texts
  readonly shown: Texts | null
}

const trial = async (items: readonly TextItem[], keep: (text: string) => string | null, mark?: string) => {
  const requests: Texts[] = []
  const trials = await tryTexts<ResourceResponse>(items, {
    bytesMax: { name: 20 },
    ...(mark === undefined ? {} : { mark }),
    async send(sent) {
      requests.push(sent)
      const shown = Object.entries(sent).map(([member, text]) => [member, keep(text)])
      const refused = shown.some(([, text]) => text === null)
      return { sent, shown: refused ? null : (Object.fromEntries(shown) as Texts) }
    },
    fate: ({ sent, shown }) =>
      shown === null ? 'refused' : JSON.stringify(sent) === JSON.stringify(shown) ? 'kept' : 'changed',
  })
  return {
    requests,
    left: trials.filter(({ seen }) => JSON.stringify(seen.sent) !== JSON.stringify(seen.shown)),
  }
}

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']

test('unchanged texts need as few requests as possible', async () => {
  const { requests, left } = await trial(textItems(['name', 'other'], words), (text) => text)
  expect(left).toEqual([])
  expect(requests.map(({ name }) => name)).toEqual(['one two three four', 'five six seven'])
  expect(requests[0]?.other).toBe('two three four five six seven one')
})

test.each([
  ['changed', (text: string) => text.replace('four', '4')],
  ['refused', (text: string) => (text.includes('four') ? null : text)],
])('a text that is %s is separated from the other texts', async (_, keep) => {
  const { left } = await trial(textItems(['name', 'other'], words), keep)
  expect(left.map(({ texts }) => texts)).toEqual([{ name: 'four' }, { other: 'four' }])
})

test('a text that changes only together with other texts is reported with these texts', async () => {
  const { left } = await trial(textItems(['name'], ['a', 'b', 'c']), (text) => text.replace('b c', 'bc'))
  expect(left.map(({ texts }) => texts)).toEqual([{ name: 'a b c' }])
})

test('a whole text is the entire value of its member, and each member gets a different one', async () => {
  const items = [...textItems(['name', 'other'], ['1', '2'], true), ...textItems(['name'], ['a', 'b'])]
  const { requests } = await trial(items, (text) => text)
  expect(requests).toEqual([{ name: '1', other: '2' }, { name: '2', other: '1' }, { name: 'a b' }])
})

test('if a mark identifies the resource, at most one member lacks the mark', async () => {
  const items = [...textItems(['name', 'other'], ['1', '2'], true), ...textItems(['name'], ['a', 'b'])]
  const { requests } = await trial(items, (text) => text, 'mark')
  expect(requests).toEqual([{ name: '1' }, { name: '2' }, { name: 'mark a b', other: '2' }, { other: '1' }])
})

test('one changed text of a member is enough', async () => {
  const { requests, left } = await trial(textItems(['other'], words), (text) => text.replace(/two|six/, '-'))
  expect(left.map(({ texts }) => texts)).toEqual([{ other: 'two' }])
  expect(requests.length).toBeLessThan(10)
})

test('if even a plain text changes, it represents all texts', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `${index}`)
  const { requests, left } = await trial(textItems(['other'], many), () => 'x')
  expect(left.map(({ texts }) => texts)).toEqual([{ other: 'plain text' }])
  expect(requests).toHaveLength(2)
})

test('a member that returns plain texts is bisected, even if another member changes all texts', async () => {
  const items = textItems(['name', 'other'], ['a', 'b', 'c'])
  const requests: Texts[] = []
  const trials = await tryTexts<ResourceResponse>(items, {
    bytesMax: {},
    async send(sent) {
      requests.push(sent)
      const shown = { ...sent, ...(sent.other === undefined ? {} : { other: 'x' }) }
      if (sent.name !== undefined) Object.assign(shown, { name: sent.name.replace('b', '-') })
      return { sent, shown }
    },
    fate: ({ sent, shown }) => (JSON.stringify(sent) === JSON.stringify(shown) ? 'kept' : 'changed'),
  })
  expect(trials.map(({ texts }) => texts)).toContainEqual({ name: 'b' })
  expect(requests.length).toBeLessThan(10)
})

test('a tenant that refuses all texts does not get each text in a separate request', async () => {
  const many = Array.from({ length: 200 }, (_, index) => `${index}`)
  const { requests } = await trial(textItems(['other'], many), () => null)
  expect(requests.length).toBeLessThan(60)
})

test('texts are distributed among the members; in a deep run every member gets every text', () => {
  const texts = ['one', 'two', 'three']
  const distribute = deepTextItems({ cases: () => [] }, ['a', 'b'], texts)
  expect(distribute.map(({ member, text }) => `${member} ${text}`)).toEqual(['a one', 'b two', 'a three'])
  const deep = deepTextItems({ cases: (all) => all }, ['a', 'b'], texts)
  for (const member of ['a', 'b'])
    expect(new Set(deep.flatMap((item) => (item.member === member ? [item.text] : [])))).toEqual(
      new Set(texts),
    )
})
