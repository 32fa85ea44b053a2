// The forms of names that mark what the run makes. A tenant may take only names of a form that no schema gives.

/** @param word letters, digits and "-" @param example a name that the contract gives @returns null if the form needs another example */
type NameForm = (word: string, example: string | null) => string | null

/** The usual one first. */
export const nameForms: readonly NameForm[] = [
  (word) => word,
  (word) => word.replaceAll('-', ''),
  (word, example) =>
    example?.includes('@') ? `${word}@${example.slice(example.lastIndexOf('@') + 1)}` : null,
  (word, example) => (example !== null && /^[^@\s]*\.[^@\s]*$/.test(example) ? `${word}.${example}` : null),
  (word, example) => (example === null ? null : `${example}-${word}`),
]
