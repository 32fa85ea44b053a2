// Replaces the generated part of a documentation page.

/**
 * The marks are `<!-- generated: NAME -->` and `<!-- end -->`.
 * @throws Error if the page does not contain the marks
 */
export function withGenerated(page: string, name: string, text: string): string {
  const marks = [`<!-- generated: ${name} -->\n`, '<!-- end -->\n'] as const
  const from = page.indexOf(marks[0])
  const to = page.indexOf(marks[1], from)
  if (from < 0 || to < 0)
    throw new Error(`the page has no marks ${marks.map((mark) => mark.trim()).join(' and ')}`)
  return `${page.slice(0, from + marks[0].length)}${text}${page.slice(to)}`
}
