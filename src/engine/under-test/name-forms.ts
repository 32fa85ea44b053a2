// Forms of names with the run's marker. A tenant may accept only one form, and no schema says which.

/**
 * @param word a text of letters, digits and "-"
 * @param example a name from the contract
 * @returns null if the form needs another example
 */
type NameForm = (word: string, example: string | null) => string | null

export const nameForms: readonly NameForm[] = [
  (word) => word,
  (word) => word.replaceAll('-', ''),
  (word, example) =>
    example?.includes('@') ? `${word}@${example.slice(example.lastIndexOf('@') + 1)}` : null,
  (word, example) => (example !== null && /^[^@\s]*\.[^@\s]*$/.test(example) ? `${word}.${example}` : null),
  (word, example) => (example === null ? null : `${example}-${word}`),
]
