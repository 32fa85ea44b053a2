// Texts tried together: as many in one request as its members hold, taken apart where they do not come back as they were sent.
import fc from 'fast-check'
import type { Tester } from '../tester.ts'
import { plainTexts } from './text.ts'

/** A text for one member of a request. */
export interface TextItem {
  readonly member: string
  readonly text: string
  /** Whether it has to be the whole of the member. */
  readonly whole: boolean
}

/** The texts of a request, by member. */
export type Texts = Readonly<Record<string, string>>

/** A request with texts, and what came of it. */
export interface TextTrial<S> {
  readonly texts: Texts
  readonly seen: S
}

export interface Trying<S> {
  /** Tells whose a request is: it stands before texts, and of those that are the whole of a member one is sent at once. */
  readonly mark?: string
  /** How many bytes of UTF-8 a member takes; any number where it is not named. */
  readonly bytesMax: Readonly<Record<string, number>>
  send(texts: Texts): Promise<S>
  /** What became of them: all came back as they were sent, or were refused, or at least one came back otherwise. */
  fate(seen: S): Fate
}

type Fate = 'kept' | 'refused' | 'changed'

// Of a tenant that refuses much each text would be sent by itself.
const takenApartMax = 40
// What every tenant keeps that keeps any.
const plain = 'plain text'

/** Those texts for each of the members: together, or each as the whole of one. */
export function textItems(
  members: readonly string[],
  texts: readonly string[],
  whole = false,
): readonly TextItem[] {
  return members.flatMap((member, shift) =>
    // By one further in each member: what is sent at once differs.
    texts.map((_, index) => ({ member, text: texts[(index + shift) % texts.length] ?? '', whole })),
  )
}

/**
 * Those texts dealt out to the members, as the whole of one or not: what is done to texts is seldom done to those of one member alone. A
 * deep run sends each to every member.
 */
export function dealtItems(
  { inDepth }: Pick<Tester, 'inDepth'>,
  members: readonly string[],
  texts: readonly string[],
  whole = true,
): readonly TextItem[] {
  const all = inDepth(textItems(members, texts, whole))
  if (all.length > 0) return all
  return texts.map((text, index) => ({ member: members[index % members.length] ?? '', text, whole }))
}

/** Random plain texts of a clause, one for each sample of a property, dealt out to the members. */
export function sampledItems(
  { seed, examples }: Pick<Tester, 'seed' | 'examples'>,
  members: readonly string[],
  charactersMax: number,
): readonly TextItem[] {
  return fc
    .sample(plainTexts(charactersMax), { seed, numRuns: examples })
    .map((text, index) => ({ member: members[index % members.length] ?? '', text, whole: false }))
}

/**
 * Sends the texts in as few requests as their members allow. What does not come back is sent once more in halves, so that in
 * the end a text stands alone that is refused, or the first of its member that is changed: a plain one, where not even that
 * comes back as it was sent.
 */
export async function tryTexts<S>(
  items: readonly TextItem[],
  trying: Trying<S>,
): Promise<readonly TextTrial<S>[]> {
  const { mark, send, fate } = trying
  let left = takenApartMax
  const triedPlainly = new Set<string>()
  // One text that is changed is enough: of its member no other is taken apart.
  const changed = new Set<string>()
  const together = async (group: readonly TextItem[]): Promise<TextTrial<S>> => {
    const texts = joined(group, mark)
    const trial = { texts, seen: await send(texts) }
    const [first, ...others] = group
    if (first !== undefined && others.length === 0 && fate(trial.seen) === 'changed')
      changed.add(first.member)
    return trial
  }
  const tried = async (group: readonly TextItem[]): Promise<readonly TextTrial<S>[]> => {
    const trial = await together(group)
    if (group.length === 1 || fate(trial.seen) === 'kept' || left <= 0) return [trial]
    left -= 2
    const parts: TextTrial<S>[] = []
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
    // What is changed only where all stand together.
    return parts.every(({ seen }) => fate(seen) === 'kept') ? [trial, ...parts] : parts
  }
  const trials: TextTrial<S>[] = []
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

// The first request that has room takes a text.
function packed(
  items: readonly TextItem[],
  { bytesMax, mark }: Pick<Trying<unknown>, 'bytesMax' | 'mark'>,
): readonly (readonly TextItem[])[] {
  const groups: TextItem[][] = []
  // Each of those that need a member for themselves leaves the others to the rest.
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
