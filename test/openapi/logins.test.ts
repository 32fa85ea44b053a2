// Tests logins in documents. The loader infers only certain facts, and asks about the others.
import { expect, test } from 'vitest'
import { loginIn } from '../../src/contract/index.ts'
import { contractFrom } from '../../src/index.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const texts = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const user = texts('email', 'password')
const login = (answer: object, request: object = json(user)) => ({
  security: [],
  requestBody: { required: true, ...request },
  responses: { 200: { description: 'A session', ...answer }, 401: { description: 'No' } },
})
const notes = (security: readonly object[]) => ({
  get: {
    security,
    responses: { 200: { description: 'All', ...json({ type: 'array', items: texts('id') }) } },
  },
})
const bearer = { type: 'http', scheme: 'bearer' }
const cookie = { type: 'apiKey', in: 'cookie', name: 'sid' }
const setCookie = {
  headers: { 'Set-Cookie': { schema: { type: 'string', example: 'sid=abc; Path=/; HttpOnly' } } },
}

async function loginsOf(paths: object, securitySchemes: object) {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths,
    components: { securitySchemes },
  }
  const { contract } = await contractFrom(JSON.parse(JSON.stringify(document)))
  const found = [...(contract.authentication?.schemes ?? [])].flatMap(([name, scheme]) => {
    const one = loginIn(scheme)
    return one === null ? [] : [[name, one] as const]
  })
  const questions =
    contract.openapi?.questions.filter(({ question }) => question.includes('looks like a login')) ?? []
  return { logins: Object.fromEntries(found), questions }
}

test('the token of a login belongs to the only bearer scheme', async () => {
  const paths = {
    '/notes': notes([{ token: [] }]),
    '/auth/login': {
      post: login(
        json({
          ...texts('access_token'),
          properties: { access_token: { type: 'string' }, expires_in: { type: 'integer' } },
        }),
      ),
    },
    '/auth/logout': { post: { security: [{ token: [] }], responses: { 204: { description: 'Out' } } } },
  }
  expect(await loginsOf(paths, { token: bearer })).toEqual({
    logins: {
      token: {
        method: 'POST',
        path: '/auth/login',
        mediaType: 'application/json',
        body: { email: '{username}', password: '{password}' },
        credential: '/access_token',
        cookie: null,
        expiresIn: '/expires_in',
        logout: { method: 'POST', path: '/auth/logout' },
      },
    },
    questions: [],
  })
})

test('a documented cookie belongs to the scheme with its name', async () => {
  const paths = {
    '/notes': notes([{ session: [] }]),
    '/session': {
      post: login(setCookie, { content: { 'application/x-www-form-urlencoded': { schema: user } } }),
      delete: { security: [{ session: [] }], responses: { 204: { description: 'Out' } } },
    },
  }
  const { logins, questions } = await loginsOf(paths, { session: cookie, token: bearer })
  expect(logins).toMatchObject({
    session: {
      cookie: 'sid',
      credential: null,
      mediaType: 'application/x-www-form-urlencoded',
      logout: { method: 'DELETE', path: '/session' },
    },
  })
  expect(Object.keys(logins)).toEqual(['session'])
  expect(questions).toEqual([])
})

test.each<[string, object, object]>([
  ['two bearer schemes', { '/login': { post: login(json(texts('token'))) } }, { one: bearer, other: bearer }],
  [
    'two logins',
    {
      '/login': { post: login(json(texts('token'))) },
      '/admin/login': { post: login(json(texts('token'))) },
    },
    { token: bearer },
  ],
  ['no token in the response', { '/login': { post: login(json(texts('session'))) } }, { token: bearer }],
  [
    'a further required member',
    { '/login': { post: login(json(texts('token')), json(texts('email', 'password', 'code'))) } },
    { token: bearer },
  ],
  [
    'a cookie of another name',
    { '/session': { post: login(setCookie) } },
    { other: { ...cookie, name: 'other' } },
  ],
])('%s is a question with a remedy', async (_, paths, schemes) => {
  const { logins, questions } = await loginsOf({ ...paths, '/notes': notes([]) }, schemes)
  expect(logins).toEqual({})
  expect(questions[0]?.remedy).toMatch(/^declare the login in contract.json: .*"login"/)
})

test.each<[string, object]>([
  [
    'needs credentials itself',
    { '/login': { post: { ...login(json(texts('token'))), security: [{ token: [] }] } } },
  ],
  ['has another path', { '/users': { post: login(json(texts('token'))) } }],
])('an operation that %s is no login', async (_, paths) => {
  expect(await loginsOf({ ...paths, '/notes': notes([]) }, { token: bearer })).toEqual({
    logins: {},
    questions: [],
  })
})
