// Validates the books that the API of books on shelves receives.
import type { ShelfFault, ShelfTwin } from './shelf-faults.ts'

/** The states of a book, and the allowed next states. */
export const states: Readonly<Record<string, readonly string[]>> = {
  there: ['lent'],
  lent: ['there', 'lost'],
  lost: [],
}
const genres = ['novel', 'poems', 'essay']

/** Returns the name of an invalid member. Returns null if the body is valid. */
export function bookProblem(
  body: Record<string, unknown>,
  partial: boolean,
  faulty: (name: ShelfFault | ShelfTwin) => boolean,
): string | null {
  const known = ['title', 'pages', 'genre', 'isbn', 'note', ...(partial ? ['state'] : [])]
  for (const name of Object.keys(body))
    if (!known.includes(name)) return name === 'id' && faulty('id-adopted') ? null : name
  for (const name of ['title', 'pages', 'isbn']) if (!partial && !(name in body)) return name
  const { title, pages, genre, isbn, note, state } = body
  if (faulty('no-emoji') && /\p{Emoji_Presentation}/u.test(`${title} ${note}`)) return 'emoji'
  const lengthOf = (text: unknown, inUnits: ShelfFault): number =>
    typeof text !== 'string' ? 0 : faulty(inUnits) ? text.length : [...text].length
  const length = lengthOf(title, 'title-in-utf16-units')
  if ('title' in body && (length < 1 || (length > 60 && !faulty('title-long-accepted')))) return 'title'
  const least = faulty('pages-zero-accepted') ? 0 : 1
  if ('pages' in body && !(Number.isInteger(pages) && Number(pages) >= least && Number(pages) <= 5_000))
    return 'pages'
  if (
    'genre' in body &&
    !(genres.includes(String(genre)) || (faulty('genre-unchecked') && typeof genre === 'string'))
  )
    return 'genre'
  if ('isbn' in body && !(typeof isbn === 'string' && isbnForm(faulty).test(isbn))) return 'isbn'
  if ('note' in body && !(typeof note === 'string' && lengthOf(note, 'note-in-utf16-units') <= 200))
    return 'note'
  if ('state' in body && !(String(state) in states)) return 'state'
  return null
}

function isbnForm(faulty: (name: ShelfFault) => boolean): RegExp {
  if (faulty('isbn-without-end')) return /^[0-9]{10}/
  return faulty('isbn-without-start') ? /[0-9]{10}$/ : /^[0-9]{10}$/
}
