// The faults of the API of books on shelves, and the clause of `shelf-contract.ts` that each fault violates.

export const shelfFaults = {
  'title-long-accepted': 'books.create.title-max-length',
  'title-cut': 'books.create.as-sent',
  'title-in-utf16-units': 'books.create.title-max-length',
  'note-in-utf16-units': 'books.update.note-max-length',
  'isbn-without-end': 'books.create.isbn-pattern',
  'isbn-without-start': 'books.replace.isbn-pattern',
  'pages-zero-accepted': 'books.create.pages-minimum',
  'genre-unchecked': 'books.create.genre-enum',
  'read-without-pages': 'books.get.returned',
  'put-keeps-left-out': 'books.replace.replaces',
  'patch-forgets-rest': 'books.update.rest-unchanged',
  'refused-patch-stores': 'books.update.refused-changes-nothing',
  'delete-keeps': 'books.delete.gone-after-delete',
  'deleted-500': 'books.get.gone-after-delete',
  'delete-takes-another': 'books.delete.independent',
  'id-adopted': 'books.create.server-set',
  'added-at-moves': 'books.update.constant',
  'state-any': 'books.update.transitions-refused',
  'second-isbn': 'books.create.unique-refused',
  'unknown-200': 'books.get.unknown-id',
  'list-lacks': 'books.list.listed',
  'count-wrong': 'books.list.total',
  'other-shelf': 'books.get.wrong-parent',
  'outlives-shelf': 'books.get.gone-with-parent',
  'malformed-500': 'shelves.create.no-server-error',
  'sign-forgets': 'sign.replace.stored',
} as const satisfies Record<string, string>

export type ShelfFault = keyof typeof shelfFaults

/** These faults do not violate a limit of a length. */
export type ShelfTwin = 'no-emoji' | 'emoji-shown-as-question-marks'
