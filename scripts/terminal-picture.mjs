// Draws terminal output as an SVG picture. Supports the colours and weights of a run (ECMA-48, SGR).

const colours = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan', 90: 'dim' }
const charWidth = 8
const lineHeight = 18
const margin = 16
/** Longer lines are cut. */
const columnsMax = 104

function styled(style, code) {
  if (code === 0) return { colour: null, bold: false, dim: false }
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 39) return { ...style, colour: null }
  if (code in colours) return { ...style, colour: colours[code] }
  throw new Error(`the picture cannot show the escape sequence ${code}`)
}

/** Each piece has one style. */
function linesOf(text) {
  let style = styled({}, 0)
  return text.split('\n').map((line) => {
    let column = 0
    const parts = []
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with this character.
    for (const [whole, codes] of line.matchAll(/\u001b\[([\d;]*)m|[^\u001b]+/g))
      if (codes !== undefined) style = codes.split(';').map(Number).reduce(styled, style)
      else {
        const room = columnsMax - column
        const fits = [...whole].length <= room
        if (room > 0)
          parts.push({ column, text: fits ? whole : `${[...whole].slice(0, room - 1).join('')}…`, style })
        column += [...whole].length
      }
    return { parts, columns: Math.min(column, columnsMax) }
  })
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function stretch({ column, text, style }, y) {
  const start = text.length - text.trimStart().length
  const shown = text.trim()
  if (shown === '') return ''
  const names = [style.colour, style.bold && 'bold', style.dim && 'dim'].filter(Boolean).join(' ')
  const x = margin + (column + start) * charWidth
  // The width of a font depends on the system.
  return `<text x="${x}" y="${y}" textLength="${[...shown].length * charWidth}"${names && ` class="${names}"`}>${escaped(shown)}</text>`
}

/** @param title text for screen readers */
export function terminalPicture(text, title) {
  const lines = linesOf(text)
  const width = Math.max(...lines.map(({ columns }) => columns)) * charWidth + 2 * margin
  const height = lines.length * lineHeight + 2 * margin
  const rows = lines.map(({ parts }, index) =>
    parts.map((part) => stretch(part, margin + (index + 1) * lineHeight - 5)).join(''),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d1d7e0;white-space:pre}.bold{font-weight:bold}.dim{fill:#9198a1}.red{fill:#ff8f87}.green{fill:#57c764}.yellow{fill:#e0ac3c}.cyan{fill:#56c8d8}</style>
<rect width="100%" height="100%" rx="8" fill="#151b23"/>
${rows.filter((row) => row !== '').join('\n')}
</svg>
`
}
