// Patterns in which `*` stands for any number of characters.

export function matchesGlob(text: string, glob: string): boolean {
  return glob.includes('*') ? patternOf(glob).test(text) : text === glob
}

// Cached, because callers compare one pattern with hundreds of clauses.
let latest: { readonly glob: string; readonly pattern: RegExp } | null = null

function patternOf(glob: string): RegExp {
  if (latest?.glob !== glob)
    latest = { glob, pattern: new RegExp(`^${glob.split('*').map(escapedForRegExp).join('.*')}$`) }
  return latest.pattern
}

export function escapedForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
