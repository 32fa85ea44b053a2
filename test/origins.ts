// Finds in the sources all reasons why a clause has no verdict.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { packageRoot } from '../src/base/package-root.ts'

export interface Reason {
  /** The sentence of the reason. An ellipsis stands for each variable part. */
  readonly says: string
  readonly verdict: 'inconclusive' | 'not-run'
  /** The origin, or the expression that decides the origin. */
  readonly origin: string
  readonly file: string
}

/**
 * The functions and errors that give such a reason: the position of the argument with the sentence, and the
 * default origin.
 */
const ends: Readonly<Record<string, { at: number; verdict: Reason['verdict']; origin: string }>> = {
  Inconclusive: { at: 0, verdict: 'inconclusive', origin: 'tenant' },
  Unserved: { at: 0, verdict: 'inconclusive', origin: 'failing' },
  notAccepted: { at: 0, verdict: 'inconclusive', origin: 'failing or tenant' },
  assume: { at: 1, verdict: 'inconclusive', origin: 'tenant' },
  doubt: { at: 0, verdict: 'inconclusive', origin: 'tenant' },
  NotRun: { at: 0, verdict: 'not-run', origin: 'user' },
  NotAllowed: { at: 0, verdict: 'not-run', origin: 'run' },
  NotOurs: { at: 0, verdict: 'not-run', origin: 'specification' },
  skip: { at: 0, verdict: 'not-run', origin: 'user' },
}
const declaring: readonly string[] = ['src/oracle/judgement.ts']

export function reasons(): readonly Reason[] {
  const files = ['src/engine', 'src/oracle', 'suites'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(?:test|testing)\.ts$/.test(file))
      .map((file) => join(folder, file)),
  )
  return files
    .filter((file) => !declaring.includes(file))
    .sort()
    .flatMap((file) => reasonsIn(file, readFileSync(join(packageRoot, file), 'utf8')))
}

function reasonsIn(file: string, text: string): readonly Reason[] {
  const found: Reason[] = []
  const see = (callee: ESTree.Node, given: readonly ESTree.Node[]): void => {
    const end = ends[nameOf(callee)]
    const sentence = end === undefined ? undefined : given[end.at]
    if (end === undefined || sentence === undefined) return
    const { verdict, at } = end
    const told = given[at + 1]
    // Finds no sentence if the argument is a name. The sentence is then in another place.
    for (const says of sentencesOf(sentence))
      found.push({ says, verdict, origin: originIn(told) ?? end.origin, file })
  }
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => see(callee, given),
    CallExpression: ({ callee, arguments: given }) => see(callee, given),
  }).visit(parseSync(file, text).program)
  return found
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''
}

/** Returns "… items" for a call such as `counted(size, 'item')`, and "…" for any other expression. */
function valueIn(node: ESTree.Node | undefined): string {
  if (node?.type !== 'CallExpression' || nameOf(node.callee) !== 'counted') return '…'
  const [, noun, plural] = node.arguments
  if (plural?.type === 'Literal') return `… ${plural.value}`
  return noun?.type === 'Literal' ? `… ${noun.value}s` : '…'
}

/** Returns the sentences of an expression. Returns none for a name. */
function sentencesOf(node: ESTree.Node): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== '' ? [node.value] : []
  if (node.type === 'TemplateLiteral')
    return [
      node.quasis
        .map(
          ({ value }, index) =>
            `${value.cooked}${index < node.expressions.length ? valueIn(node.expressions[index]) : ''}`,
        )
        .join(''),
    ]
  if (node.type === 'ConditionalExpression')
    return [...sentencesOf(node.consequent), ...sentencesOf(node.alternate)]
  return node.type === 'LogicalExpression' ? sentencesOf(node.right) : []
}

/** Returns the possible values of an expression, joined by "or". */
function originIn(node: ESTree.Node | undefined): string | null {
  if (node === undefined) return null
  if (node.type === 'CallExpression') return 'failing or tenant'
  return sentencesOf(node).join(' or ') || null
}
