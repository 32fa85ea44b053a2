// Builds the documentation site in `_site`, or in the named folder: `npm run site [-- FOLDER]`. It contains
// the pages of the repository, and a page for each clause with an exchange from a run
// (docs/decisions/0028-package-and-site.md).
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Eleventy } from '@11ty/eleventy'
import { clauseFacts } from '../dist/src/catalogue/clause-facts.js'
import { loadContract } from '../dist/src/contract/index.js'
import { conformance } from '../dist/src/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(process.argv[2] ?? join(root, '_site'))
process.chdir(root)

/** Pages in the navigation, in reading order. Links lead to all other pages. */
const reading = [
  ['README.md', 'Start'],
  ['docs/quick-start.md', 'Quick start'],
  ['docs/verdicts.md', 'How verdicts are made'],
  ['docs/real-tenants.md', 'Profiles, gaps and waivers'],
  ['docs/profile.md', 'The keys of a profile'],
  ['docs/security.md', 'Security'],
  ['docs/contract.md', 'A contract of your own'],
  ['docs/generate.md', 'Generators'],
  ['docs/tenant.md', 'The mock'],
  ['docs/openapi-quick-start.md', 'Quick start with OpenAPI'],
  ['docs/openapi.md', 'OpenAPI'],
  ['docs/pipelines.md', 'In a pipeline'],
  ['docs/reports.md', 'Reports'],
  ['docs/stability.md', 'What is stable'],
  ['docs/glossary.md', 'Glossary'],
]

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(file))
const isPage = (file) =>
  /^(?:docs\/.*|examples\/\w+\/README|[A-Z_]+)\.md$/.test(file) && !file.startsWith('docs/licences.md.')

const placeOf = (file) => file.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')
const pages = new Map(tracked.filter(isPage).map((file) => [file, placeOf(file)]))
const isFolder = (file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
/** Linked files that are no pages. */
const shown = new Map()

function addressOf(target, source) {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(target)) return target
  const [path, fragment] = target.split('#')
  const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '')
  const place =
    pages.get(file) ??
    pages.get(`${file}/README.md`) ??
    (file === 'docs' ? 'docs/index.html' : isFolder(file) ? null : textOf(file))
  if (place === null) throw new Error(`${source} links to ${target}, which is a folder without a page`)
  const from = posix.dirname(placeOf(source))
  return `${posix.relative(from, place)}${fragment === undefined ? '' : `#${fragment}`}`
}

function textOf(file) {
  if (!existsSync(file)) throw new Error(`a page links to ${file}, which does not exist`)
  // Every server and browser shows a file with the ending .txt.
  const place = /\.(?:svg|png)$/.test(file) ? `files/${file}` : `files/${file}.txt`
  shown.set(file, place)
  return place
}

/** Makes the same anchors as GitHub, because the pages link to them. */
const slugOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

function markdownAsHere(markdown) {
  markdown.core.ruler.push('repository', (state) => {
    const source = state.env.source
    const used = new Map()
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'heading_open') {
        const text = state.tokens[index + 1].children
          .filter(({ type }) => type === 'text' || type === 'code_inline')
          .map(({ content }) => content)
          .join('')
        const slug = slugOf(text)
        const times = used.get(slug) ?? 0
        used.set(slug, times + 1)
        token.attrSet('id', times === 0 ? slug : `${slug}-${times}`)
      }
      for (const child of token.children ?? [])
        if (child.type === 'link_open') child.attrSet('href', addressOf(child.attrGet('href'), source))
        else if (child.type === 'image') child.attrSet('src', addressOf(child.attrGet('src'), source))
    }
  })
}

const mending = JSON.parse(readFileSync('site/mending.json', 'utf8')).mending
const fits = (name, pattern) => new RegExp(`^${pattern.split('*').join('.*')}$`).test(name)
const howToMend = (name) =>
  mending.find(({ clauses }) => clauses.some((pattern) => fits(name, pattern)))?.how ?? null

function exchangeOf(exchange) {
  if (exchange == null) return null
  const { request, response, principal } = exchange
  const headers = (all) =>
    Object.entries(all)
      .filter(([name]) => !['host', 'user-agent', 'connection', 'keep-alive', 'date'].includes(name))
      .map(([name, value]) => `${name}: ${value}`)
  const cut = (text) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
  const message = (first, { headers: all, body }) =>
    [first, ...headers(all), ...(body ? ['', cut(body)] : [])].join('\n')
  const { pathname, search } = new URL(request.url)
  return {
    principal,
    request: message(`${request.method} ${pathname}${search}`, request),
    response: response === null ? null : message(`${response.status}`, response),
  }
}

const contract = loadContract()
const facts = await clauseFacts(contract)
const report = await conformance({ depth: 'default', environment: {}, seed: 1 })
const judged = new Map(report.clauses.map((clause) => [clause.id, clause]))
const clauses = facts.map((one) => {
  const { observation } = judged.get(one.clause.id) ?? {}
  const owned = one.faults.filter(({ clauses: [owner] }) => owner === one.clause.id)
  return {
    ...one,
    id: one.clause.id,
    family: judged.get(one.clause.id)?.family ?? '',
    owned,
    // Faults for other clauses that this clause also finds.
    others: one.faults.filter((fault) => !owned.includes(fault)),
    mend: howToMend(one.clause.name),
    checks: one.sources.checks,
    example: exchangeOf(observation?.exchange),
    control: exchangeOf(observation?.control),
    shows: observation?.shows ?? null,
    statementOf: one.requirements,
  }
})
const operations = [...new Set(clauses.map(({ clause }) => clause.operation))].map((name) => ({
  name,
  title: contract.operations.get(name)?.title ?? 'Every operation',
  clauses: clauses.filter(({ clause }) => clause.operation === name),
}))

rmSync(output, { recursive: true, force: true })
const site = new Eleventy('site', output, {
  quietMode: true,
  configPath: null,
  config(eleventy) {
    eleventy.setIncludesDirectory('_includes')
    eleventy.setUseGitIgnore(false)
    eleventy.amendLibrary('md', (markdown) => {
      markdown.set({ html: true })
      markdownAsHere(markdown)
    })
    const navigation = [
      ...reading.map(([file, title]) => ({ place: pages.get(file), title })),
      { place: 'clauses/index.html', title: 'Clauses' },
      { place: 'docs/index.html', title: 'All pages' },
    ]
    eleventy.addGlobalData('navigation', navigation)
    eleventy.addGlobalData('version', JSON.parse(readFileSync('package.json', 'utf8')).version)
    eleventy.addGlobalData('clauses', clauses)
    eleventy.addGlobalData('operations', operations)
    // A page named index.html has the address of its folder.
    eleventy.addFilter('from', (place, url) =>
      posix.relative(url.endsWith('/') ? url : posix.dirname(url), `/${place}`),
    )
    const listed = [...pages].map(([file, place]) => {
      const text = readFileSync(file, 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? file
      eleventy.addTemplate(`pages/${file.replaceAll('/', '--')}`, text, {
        layout: 'page.njk',
        permalink: place,
        title,
        source: file,
        // Braces in a page are ordinary text.
        templateEngineOverride: 'md',
      })
      return { title, place }
    })
    eleventy.addGlobalData('listed', listed)
  },
})
await site.write()
for (const [file, place] of shown) {
  mkdirSync(dirname(join(output, place)), { recursive: true })
  cpSync(file, join(output, place))
}
process.stdout.write(
  `${readdirSync(output, { recursive: true }).filter((file) => file.endsWith('.html')).length} pages in ${output}\n`,
)
