// Draws the distribution of generated values in docs/spread.svg: `npm run docs:spread`.
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { valid, type Weight } from '../src/generate/index.ts'

const samples = 2000
const seed = 1

const schema = {
  type: 'object',
  required: ['text', 'number', 'list', 'members'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', minLength: 2, maxLength: 14 },
    number: { type: 'integer', minimum: 0, maximum: 1200 },
    list: { type: 'array', items: { type: 'null' }, maxItems: 6 },
    members: {
      type: 'object',
      additionalProperties: false,
      properties: { a: { type: 'null' }, b: { type: 'null' }, c: { type: 'null' }, d: { type: 'null' } },
    },
  },
} as const

const weights: Readonly<Record<string, Weight | undefined>> = {
  'without weight': undefined,
  'plain 1': { plain: 1 },
  'plain 1, boundary 1': { plain: 1, boundary: 1 },
  'boundary 1': { boundary: 1 },
  'plain 2, boundary 1, hostile 1': { plain: 2, boundary: 1, hostile: 1 },
}

const columns = [
  ['characters of a text, 2 to 14', 15],
  ['integer of 0 to 1200, by 100', 13],
  ['elements of a list, up to 6', 7],
  ['optional members of 4', 5],
] as const

const [width, height, left, gap] = [190, 60, 10, 26]

export function spread(): string {
  const rows = Object.entries(weights).map(([name, weight], row) => {
    const counts = countsOf(weight)
    const top = 44 + row * (height + 44)
    const charts = counts.map((each, column) => bars(each, left + column * (width + gap), top))
    return `<text x="${left}" y="${top - 8}">${name}</text>\n${charts.join('\n')}`
  })
  const heads = columns.map(
    ([title], column) => `<text x="${left + column * (width + gap)}" y="14" class="head">${title}</text>`,
  )
  const size = [left * 2 + columns.length * (width + gap), 44 + rows.length * (height + 44)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" role="img" aria-label="How values are spread by weight">
<style>text{font:12px sans-serif;fill:#57606a}.head{font-weight:bold}.mark{font-size:9px}rect{fill:#2f6fb3}line{stroke:#8c959f}</style>
${[...heads, ...rows].join('\n')}
</svg>
`
}

function countsOf(weight: Weight | undefined): number[][] {
  const counts = columns.map(([, buckets]) => Array<number>(buckets).fill(0))
  const options = weight === undefined ? {} : { weight }
  for (const { text, number, list, members } of fc.sample(valid(schema, options), {
    numRuns: samples,
    seed,
  })) {
    const met = [[...text].length, Math.floor(number / 100), list.length, Object.keys(members).length]
    for (const [column, at] of met.entries()) {
      const count = counts[column]
      if (count !== undefined) count[at] = (count[at] ?? 0) + 1
    }
  }
  return counts
}

function bars(counts: readonly number[], x: number, y: number): string {
  const most = Math.max(...counts)
  const step = width / counts.length
  const drawn = counts.map((count, at) => {
    const tall = Math.round((count / most) * height)
    return `<rect x="${(x + at * step + 1).toFixed(1)}" y="${y + height - tall}" width="${(step - 2).toFixed(1)}" height="${tall}"/>`
  })
  const ends = `<text x="${x}" y="${y + height + 12}" class="mark">0</text><text x="${x + width - step}" y="${y + height + 12}" class="mark">${counts.length - 1}</text>`
  return `${drawn.join('')}<line x1="${x}" y1="${y + height}" x2="${x + width}" y2="${y + height}"/>${ends}`
}

if (process.argv[1] === import.meta.filename) writeFileSync('docs/spread.svg', spread())
