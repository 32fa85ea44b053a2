// Lists facts about a resource that the document does not state.

import type { Question } from '../../contract/index.ts'
import type { Draft } from './draft.ts'
import type { InferredResource } from './inference.ts'

export function questionsOf(draft: Draft, resource: InferredResource): readonly Question[] {
  const { life } = draft
  const create = life.get('create')
  const list = life.get('list')
  const thing = withArticle(resource.title)
  const file = `resources/${resource.name}.json`
  const lifeOf = (act: string): string => `name an operation in ${file}: "life": { "${act}": "OPERATION" }`
  const questions: Question[] = []
  const ask = (pointer: string, question: string, remedy: string): void => {
    questions.push({ pointer, question, remedy })
  }
  if (create !== undefined) {
    const { pointer } = create
    if (!life.has('read'))
      ask(pointer, `no operation reads ${thing}: rules about stored values are not checked`, lifeOf('read'))
    if (!life.has('delete'))
      ask(
        pointer,
        `no operation deletes ${thing}: a run cannot remove the resources that it creates`,
        lifeOf('delete'),
      )
    if (hasUnknownId(draft, resource))
      ask(
        pointer,
        `no response contains the id of a new ${resource.title}: a run cannot read, change or delete this resource`,
        `give the pointer to the id in ${file}: "id": "/MEMBER"`,
      )
  }
  if (list !== undefined && resource.items === null)
    ask(
      list.pointer,
      `the document does not say which member of the list response contains the items: rules about the list are not checked`,
      `give the pointer to the items in ${file}: "items": "/MEMBER"`,
    )
  return questions
}

// A client that chooses the id knows it.
function hasUnknownId(draft: Draft, { ids, idInLocation, idInRequest, life }: InferredResource): boolean {
  const create = draft.life.get('create')
  return (
    draft.item !== null &&
    create?.key !== draft.item.key &&
    !idInLocation &&
    idInRequest === null &&
    ids[life.create ?? ''] === undefined
  )
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
