// Finds sentences that are difficult to read, in pages, comments, messages and schemas: `npm run prose`, or
// `npm run prose -- FILE...` (docs/decisions/0034-prose-check.md). A finding makes `npm run check` fail.
// Rewrite such a sentence: state one fact, and make its actor the subject.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))

const wordsMax = 35

const rules = [
  {
    advice: 'start with the noun that the clause stands for',
    pattern: /^(?:What|Whatever|Whoever|Whose|Whom|That which)\b(?!.*\?)/,
  },
  {
    advice: 'write a noun instead of "what …"',
    pattern: /\bwhat (?:there is|it is|was|is|has|had|can|may|they|one)\b.*\b(?:is|are|was|were|has|have)\b/i,
  },
  {
    advice: 'name who reports, requests, compares or skips',
    pattern:
      /\b(?:is|are|was|were|be|been) (?:told|said|held against|asked for|let go|put back|passed over|taken for|read back)\b/i,
  },
  {
    advice: 'use the verb that programmers use: reports, prints, returns, skips, compares',
    pattern: /\b(?:tells|lets? go|takes? for|says? of|holds? against)\b/i,
  },
  {
    advice: 'use a plain word: its own, alone, equal, no one, another client',
    pattern: /\b(?:one's own|of one's|by itself|alike|nobody|somebody|whoever|thereof)\b/i,
  },
  {
    advice: 'split the chain of "of which"',
    pattern:
      /\b(?:of|by|from|to|with|in) (?:which|whom|whose|what)\b.*\b(?:of|by|from|to|with|in) (?:which|whom|what)\b/i,
  },
  {
    advice: 'split the sentence: it has too many "so that" or "as"',
    pattern: /\bso that\b.*\bso that\b|\bas\b.*\bas\b.*\bas\b.*\bas\b/i,
  },
]

/** Commands write these pages. Their sentences come from other files. */
const written = /^docs\/(?:kill-matrix|licences|mutation-testing|requirements|wire-mutations)\.md$/

/** Keeps line breaks, so that the line numbers stay right. */
const blank = (text) => text.replace(/[^\n]/g, ' ')

/** Without headings, code, link targets, generated blocks and released changes. */
function proseOfPage(file, text) {
  const end = file === 'CHANGELOG.md' ? text.search(/^## \d/m) : -1
  return (end < 0 ? text : text.slice(0, end))
    .replace(
      /<!--[^>]*(?:generated:|written by|=write)[\s\S]*?(?:<!-- end.*-->|$(?![\s\S]))|<!--[\s\S]*?-->/g,
      blank,
    )
    .replace(/^ *```[\s\S]*?^ *```$|^#.*$/gm, blank)
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`\n]+`/g, 'CODE')
}

const statement = /^\s*\/\/ (?:MUST|SHOULD|MAY) [0-9.]+: /

/** Without statements of clauses, because `npm run statements` copies them from the schemas. */
function proseOfSource(text) {
  let isBlock = false
  let isStatement = false
  const lines = text.split('\n').map((line) => {
    const isComment = isBlock || /^\s*(?:\/\/|\/\*\*)/.test(line)
    isBlock = isComment && (isBlock || /^\s*\/\*\*/.test(line)) && !line.includes('*/')
    isStatement = statement.test(line) || (isStatement && /^\s*\/\/ {3}/.test(line))
    return isComment && !isStatement ? line.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/) ?|\*\/\s*$/g, '') : ''
  })
  return lines.join('\n')
}

const wordsOfMessageMin = 5

/** Calls `visit` with each node of a syntax tree and with the parent of the node. */
function walk(node, visit, parent = null) {
  if (Array.isArray(node)) for (const inner of node) walk(inner, visit, parent)
  else if (typeof node?.type === 'string') {
    visit(node, parent)
    for (const inner of Object.values(node)) walk(inner, visit, node)
  }
}

/** Returns the text of a string literal or a template, with "X" for each value, or "" for another node. */
function literalOf({ type, value, quasis }) {
  if (type === 'TemplateLiteral') return quasis.map((quasi) => quasi.value.cooked).join('X')
  return type === 'Literal' && typeof value === 'string' ? value : ''
}

const lineAt = (text, start) => text.slice(0, start).split('\n').length

/** Returns possible messages without markup. */
function messagesOf(tree, text) {
  const messages = []
  walk(tree, (node) => {
    const literal = literalOf(node)
    const isMarkup = /<\/?[a-z][\w-]*[ >]|[{};]\s*$|^\s*[.#@]?[\w-]+\s*\{/m.test(literal)
    if (!isMarkup && literal.split(/\s+/).filter((word) => /^[a-z]/i.test(word)).length >= wordsOfMessageMin)
      messages.push({
        line: lineAt(text, node.start),
        text: literal.replace(/`[^`]+`|\S+\/\S+/g, 'CODE'),
      })
  })
  return messages
}

const commands =
  'clauses|completion|diff|doctor|export|fleet|init|merge|new|overview|plan|replay|report|run|serve|sweep|verify-contract'

/** Matches a command that a user cannot copy, because "npx tenant-conformance" or a part of it is missing. */
const bareCommand = new RegExp(
  `(?<!npx |of |by )tenant-conformance (?:${commands}|help)\\b|\`(?:clauses|doctor|fleet|init|plan|replay|run|serve|sweep|verify-contract)[ \`]|\\b[Rr]un (?:doctor|init|serve|sweep)\\b`,
)

const countedNouns = [
  ...['answers', 'blanks', 'bytes', 'cases', 'cells', 'characters', 'checks', 'clauses', 'creations'],
  ...['deliveries', 'examples', 'exchanges', 'failures', 'gaps', 'items', 'levels', 'lines', 'members'],
  ...['mistakes', 'mutations', 'objects', 'observations', 'operations', 'pages', 'parts', 'points', 'reads'],
  ...['reasons', 'reports', 'requests', 'resources', 'responses', 'retries', 'rows', 'runs', 'samples'],
  ...['scopes', 'seconds', 'shards', 'statements', 'tasks', 'tenants', 'times', 'tokens', 'values', 'writes'],
].join('|')
const plural = new RegExp(`^ (?:(?:more|other|earlier|valid) )?(?:${countedNouns})\\b`)

/** Returns whether the text of an expression is a fixed limit, a name, or a call that adds the noun. */
const isNoVariable = (expression) =>
  /(?:[mM]ax|Name|\.name|target|')$|^(?:counted|listInWords|colors|thousands)\b/.test(expression)

/** Returns whether a conditional expression uses the template only for counts other than 1. */
function isForSeveral(template, parent, text) {
  if (parent?.type !== 'ConditionalExpression') return false
  const condition = text.slice(parent.test.start, parent.test.end)
  return parent.alternate === template ? / === 1$/.test(condition) : / (?:!==|>) 1$/.test(condition)
}

/** Returns the advice for each mistake of a template that the rules for sentences cannot find. */
function pluralsOf(template, parent, text) {
  if (isForSeveral(template, parent, text)) return []
  return template.expressions.flatMap(({ start, end }, index) => {
    const [noun] = plural.exec(template.quasis[index + 1].value.cooked) ?? []
    return noun === undefined || isNoVariable(text.slice(start, end))
      ? []
      : [{ part: `${text.slice(start, end)}${noun}`, advice: 'write the count with `counted`' }]
  })
}

/** Returns the bare commands and the wrong plurals in the messages of a source. */
function mistakesOf(tree, text) {
  const mistakes = []
  walk(tree, (node, parent) => {
    const literal = literalOf(node)
    const [bare] = bareCommand.exec(literal) ?? []
    const found = node.type === 'TemplateLiteral' ? pluralsOf(node, parent, text) : []
    if (bare !== undefined && literal.split(' ').length > 2)
      found.unshift({ part: bare, advice: 'write the complete command with `commandName`' })
    mistakes.push(...found.map((mistake) => ({ line: lineAt(text, node.start), ...mistake })))
  })
  return mistakes
}

/** The reference tenant is not among these files, because its messages repeat the texts of a vendor. */
const withMessages = /^(?:src\/(?!tenant\/)|\.\.).*\.ts$/

const texts = /^ *"(?:statement|description|title|text|remedy|summary)": ("(?:[^"\\]|\\.)*")/

const textsOfSchema = (text) =>
  text.split('\n').flatMap((line, index) => {
    const found = texts.exec(line)
    return found === null ? [] : [{ line: index + 1, text: JSON.parse(found[1]) }]
  })

const item = /^\s*(?:[-*>]|\d+\.) /

/** Paragraphs, list items and tags, each with the number of its first line. */
function blocksOf(prose) {
  const blocks = []
  let block = null
  for (const [index, line] of prose.split('\n').entries()) {
    if (line.trim() === '') block = null
    else if (block === null || item.test(line) || /^\s*@\w+ /.test(line)) {
      block = { line: index + 1, text: line.replace(item, '') }
      blocks.push(block)
    } else block.text += `\n${line}`
  }
  return blocks
}

/** Divides a text at the marks or table cells. Each part has its line number. */
function partsOf({ line, text }, marks) {
  let at = 0
  return text.split(new RegExp(`(?<=[${marks}])\\s+|(?=\\|)`)).map((part) => {
    at = text.indexOf(part, at)
    return { line: line + text.slice(0, at).split('\n').length - 1, part: part.replace(/\s+/g, ' ').trim() }
  })
}

function blocksOfFile(file, text, tree) {
  if (file.endsWith('.json')) return textsOfSchema(text)
  if (file.endsWith('.md')) return blocksOf(proseOfPage(file, text))
  const comments = blocksOf(proseOfSource(text))
  return file.startsWith('src/') ? [...comments, ...messagesOf(tree, text)] : comments
}

/** In the form "file:line: sentence (advice)". */
function findings(file, text) {
  const isPage = file.endsWith('.md')
  const tree = file.endsWith('.ts') ? parseAst(text, { lang: 'ts' }) : null
  const mistakes = withMessages.test(file) ? mistakesOf(tree, text) : []
  const sentences = blocksOfFile(file, text, tree).flatMap((block) => [
    ...partsOf(block, '.!?:;').flatMap(({ line, part }) =>
      rules
        .filter(({ pattern }) => pattern.test(part))
        .map(({ advice }) => `${file}:${line}: ${part} (${advice})`),
    ),
    ...partsOf(block, '.!?').flatMap(({ line, part }) => {
      const words = part.split(' ').filter((word) => /\w/.test(word)).length
      return isPage && words > wordsMax ? [`${file}:${line}: ${part} (split it: ${words} words)`] : []
    }),
  ])
  return [...sentences, ...mistakes.map(({ line, part, advice }) => `${file}:${line}: ${part} (${advice})`)]
}

function filesOfProject() {
  const patterns = ['*.md', 'src/*.ts', 'suites/*.ts', 'scripts/*.mjs', 'schemas/*.json']
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return [...new Set(listed.split('\n').filter(Boolean))]
    .filter((file) => !written.test(file) && !/\.(?:test|testing)\.ts$/.test(file))
    .filter((file) => existsSync(join(root, file)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2)
  const found = (named.length > 0 ? named : filesOfProject()).flatMap((file) =>
    findings(file, readFileSync(join(root, file), 'utf8')),
  )
  if (found.length > 0) process.stderr.write(`${found.join('\n')}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
