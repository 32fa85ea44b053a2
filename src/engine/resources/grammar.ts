// English for resources: articles and plurals.

/** "an order", "a shelf" */
export function aOf(title: string): string {
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`
}

/** Such as "settings". */
export function isPlural(title: string): boolean {
  return /[^su]s$/.test(title)
}
