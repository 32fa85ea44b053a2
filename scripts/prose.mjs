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

function walk(node, visit) {
  if (Array.isArray(node)) for (const inner of node) walk(inner, visit)
  else if (typeof node?.type === 'string') {
    visit(node)
    for (const inner of Object.values(node)) walk(inner, visit)
  }
}

/** Returns possible messages without markup. "X" replaces the values of a template. */
function messagesOf(text) {
  const messages = []
  walk(parseAst(text, { lang: 'ts' }), ({ type, start, value, quasis }) => {
    const literal =
      type === 'Literal' && typeof value === 'string'
        ? value
        : type === 'TemplateLiteral'
          ? quasis.map((quasi) => quasi.value.cooked).join('X')
          : ''
    const isMarkup = /<\/?[a-z][\w-]*[ >]|[{};]\s*$|^\s*[.#@]?[\w-]+\s*\{/m.test(literal)
    if (!isMarkup && literal.split(/\s+/).filter((word) => /^[a-z]/i.test(word)).length >= wordsOfMessageMin)
      messages.push({
        line: text.slice(0, start).split('\n').length,
        text: literal.replace(/`[^`]+`|\S+\/\S+/g, 'CODE'),
      })
  })
  return messages
}

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

function blocksOfFile(file, text) {
  if (file.endsWith('.json')) return textsOfSchema(text)
  if (file.endsWith('.md')) return blocksOf(proseOfPage(file, text))
  const comments = blocksOf(proseOfSource(text))
  return file.startsWith('src/') ? [...comments, ...messagesOf(text)] : comments
}

/** In the form "file:line: sentence (advice)". */
function findings(file, text) {
  const isPage = file.endsWith('.md')
  return blocksOfFile(file, text).flatMap((block) => [
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
