// Ordinary words of a secret such as "new-tenant-key-1", which give it away only together.

// Random characters rarely look so. Blanks are missing: they stand in passphrases, not in names and paths.
const words = /^[A-Z]?[a-z]+(?:[-_.][A-Z]?[a-z]+)*$/
const wordCharacter = /[a-z\d]/i

/** Whether `part` is at most half of the words of each of `secrets` that contains it, and no word is cut. */
export function isOfWords(part: string, secrets: Iterable<string>): boolean {
  if (!words.test(part)) return false
  let isContained = false
  for (const secret of secrets) {
    if (2 * wordCount(part) > wordCount(secret) && secret.includes(part)) return false
    for (let at = secret.indexOf(part); at >= 0; at = secret.indexOf(part, at + 1)) {
      isContained = true
      if (isInWord(secret, at) || isInWord(secret, at + part.length)) return false
    }
  }
  return isContained
}

function wordCount(text: string): number {
  return text.split(/[^A-Za-z\d]+/).filter((word) => word !== '').length
}

function isInWord(text: string, at: number): boolean {
  return wordCharacter.test(text[at - 1] ?? '') && wordCharacter.test(text[at] ?? '')
}
