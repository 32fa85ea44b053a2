// Tests documents with operations that a contract cannot contain. The run checks the rest, or a message
// explains why nothing is left.
import { expect, test } from 'vitest'
import { contractFrom } from '../../src/index.ts'

const text = { type: 'string' }
const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const one = { description: 'One', ...body({ type: 'object', required: ['id'], properties: { id: text } }) }
const parameter = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })
const documentOf = (paths: object): object => ({
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths,
})

test('a document without a usable operation is an error with the reason of each', async () => {
  const document = documentOf({
    '/places/{place}/notes/{place}': {
      parameters: [parameter('place')],
      get: { responses: { 200: one } },
    },
  })
  await expect(contractFrom(document)).rejects.toThrow(
    /has no operation that can be checked\.\s+#\/paths\/\S+\/get: \S+ is not checked: the path contains \{place\} twice/,
  )
})

test('if the import drops an operation, it also drops the location of the id in its response', async () => {
  const item = (path: string, kind: object) => ({
    [`/${path}`]: {
      parameters: [kind],
      post: {
        requestBody: body({ type: 'object', properties: { text } }),
        responses: {
          201: { description: 'Made', ...body({ type: 'object', properties: { noteId: text } }) },
        },
      },
    },
    [`/${path}/{noteId}`]: {
      parameters: [kind, parameter('noteId')],
      get: { responses: { 200: one } },
      put: { requestBody: body({ type: 'object', properties: { text } }), responses: { 200: one } },
    },
  })
  const fixed = parameter('kind', { enum: ['plain'] })
  const { contract, remarks } = await contractFrom(
    documentOf({
      ...item('{kind}/notes', { ...fixed, schema: { type: 'string', enum: ['plain'] } }),
      '/plain/notes': item('plain/notes', fixed)['/plain/notes'],
    }),
  )
  expect(remarks.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/is not checked: POST \/plain\/notes also belongs to plain\.notes/),
  )
  expect(contract.operations.size).toBeGreaterThan(0)
})
