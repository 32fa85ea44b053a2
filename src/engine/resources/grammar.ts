// English grammar for the titles of resources: articles and plurals.

export function aOf(title: string): string {
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`
}

export function isPlural(title: string): boolean {
  return /[^su]s$/.test(title)
}
