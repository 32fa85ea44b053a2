// Sends many texts in one request. After a failure, sends halves of the texts until the cause is found.
import fc from 'fast-check'
import type { TestContext } from '../test-context.ts'
import { plainTexts } from './text.ts'

export interface TextItem {
  readonly member: string
  readonly text: string
  /** True if the text must be the entire value of the member. */
  readonly whole: boolean
}

export type Texts = Readonly<Record<string, string>>

export interface TextAttempt<S> {
  readonly texts: Texts
  readonly seen: S
}

export interface TextSender<S> {
  /** Starts each sent value, except `whole` texts. A request with a mark has at most one `whole` text. */
  readonly mark?: string
  /** In bytes of UTF-8. A member without an entry has no limit. */
  readonly bytesMax: Readonly<Record<string, number>>
  send(texts: Texts): Promise<S>
  fate(seen: S): Fate
}

type Fate = 'kept' | 'refused' | 'changed'

// Without this limit, a tenant that refuses many texts would get each text in a separate request.
const takenApartMax = 40
const plain = 'plain text'

export function textItems(
  members: readonly string[],
  texts: readonly string[],
  whole = false,
): readonly TextItem[] {
  return members.flatMap((member, shift) =>
    // Each member starts with another text, so one request contains different texts.
    texts.map((_, index) => ({ member, text: texts[(index + shift) % texts.length] ?? '', whole })),
  )
}

/** Tenants rarely treat members differently, so only a deep run sends each text in every member. */
export function deepTextItems(
  { cases }: Pick<TestContext, 'cases'>,
  members: readonly string[],
  texts: readonly string[],
  whole = true,
): readonly TextItem[] {
  const all = cases(textItems(members, texts, whole), 'further')
  if (all.length > 0) return all
  return texts.map((text, index) => ({ member: members[index % members.length] ?? '', text, whole }))
}

export function sampledTextItems(
  { seed, examples }: Pick<TestContext, 'seed' | 'examples'>,
  members: readonly string[],
  charactersMax: number,
): readonly TextItem[] {
  return fc
    .sample(plainTexts(charactersMax), { seed, numRuns: examples })
    .map((text, index) => ({ member: members[index % members.length] ?? '', text, whole: false }))
}

/**
 * Halves each request that the tenant refuses or changes, until the cause is one text or `takenApartMax` is
 * reached. After the first changed text of a member, the run sends no other text in this member.
 */
export async function tryTexts<S>(
  items: readonly TextItem[],
  trying: TextSender<S>,
): Promise<readonly TextAttempt<S>[]> {
  const { mark, send, fate } = trying
  let left = takenApartMax
  const triedPlainly = new Set<string>()
  const changed = new Set<string>()
  const together = async (group: readonly TextItem[]): Promise<TextAttempt<S>> => {
    const texts = joined(group, mark)
    const trial = { texts, seen: await send(texts) }
    const [first, ...others] = group
    if (first !== undefined && others.length === 0 && fate(trial.seen) === 'changed')
      changed.add(first.member)
    return trial
  }
  const tried = async (group: readonly TextItem[]): Promise<readonly TextAttempt<S>[]> => {
    const trial = await together(group)
    if (group.length === 1 || fate(trial.seen) === 'kept' || left <= 0) return [trial]
    left -= 2
    const parts: TextAttempt<S>[] = []
    for (const { member } of group)
      if (!triedPlainly.has(member)) {
        triedPlainly.add(member)
        const plainly = await together([{ member, text: plain, whole: false }])
        if (changed.has(member)) parts.push(plainly)
      }
    const middle = Math.ceil(group.length / 2)
    for (const half of [group.slice(0, middle), group.slice(middle)]) {
      const rest = half.filter(({ member }) => !changed.has(member))
      if (rest.length > 0) parts.push(...(await tried(rest)))
    }
    return parts.every(({ seen }) => fate(seen) === 'kept') ? [trial, ...parts] : parts
  }
  const trials: TextAttempt<S>[] = []
  for (const group of packed(items, trying)) trials.push(...(await tried(group)))
  return trials
}

const separator = ' '

function joined(group: readonly TextItem[], mark?: string): Texts {
  const pieces: Record<string, string[]> = {}
  for (const { member, text, whole } of group) {
    pieces[member] ??= whole || mark === undefined ? [] : [mark]
    pieces[member].push(text)
  }
  return Object.fromEntries(Object.entries(pieces).map(([member, texts]) => [member, texts.join(separator)]))
}

function packed(
  items: readonly TextItem[],
  { bytesMax, mark }: Pick<TextSender<unknown>, 'bytesMax' | 'mark'>,
): readonly (readonly TextItem[])[] {
  const groups: TextItem[][] = []
  // `whole` texts come first, because two of them cannot share a member.
  for (const item of items.toSorted((one, other) => Number(other.whole) - Number(one.whole))) {
    const { member, whole } = item
    const fits = groups.find((group) => {
      if (whole && mark !== undefined && group.some((other) => other.whole)) return false
      const there = group.filter((other) => other.member === member)
      if (there.length === 0) return true
      if (whole || there.some((other) => other.whole)) return false
      const text = joined([...there, item], mark)[member] ?? ''
      return Buffer.byteLength(text) <= (bytesMax[member] ?? Number.POSITIVE_INFINITY)
    })
    if (fits === undefined) groups.push([item])
    else fits.push(item)
  }
  return groups
}
