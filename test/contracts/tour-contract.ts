// The contract of guided tours. It has tokens, scopes, problem bodies, a merge patch and counted ids.
import type { ContractFiles } from './shelf-contract.ts'

const meeting = {
  type: 'object',
  additionalProperties: false,
  properties: {
    place: { type: 'string', minLength: 1, maxLength: 40 },
    level: { type: 'integer', minimum: 0, maximum: 9 },
  },
}
const tour = {
  title: { type: 'string', minLength: 3, maxLength: 60 },
  seats: { type: 'integer', minimum: 1, maximum: 40 },
  price: { type: 'number', exclusiveMinimum: 0, maximum: 500 },
  language: { enum: ['de', 'en', 'fr'], default: 'en' },
  topics: {
    type: 'array',
    maxItems: 4,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 20 },
  },
  contact: { type: 'string', format: 'email', maxLength: 80 },
  meeting,
}
const orNull = (schema: unknown) => ({ anyOf: [schema, { type: 'null' }] })
const closed = { type: 'object', additionalProperties: false } as const
const tourId = { name: 'tourId', in: 'path', schema: { type: 'integer' } }
const ref = (name: string) => ({ $ref: `tours#/$defs/${name}` })

const operation = (
  name: string,
  method: string,
  path: string,
  success: number,
  rest: Readonly<Record<string, unknown>> = {},
): ContractFiles => ({
  [`schemas/operations/${name}.json`]: { name, title: name, method, path, success: [success], ...rest },
})

export const tourContract: ContractFiles = {
  'schemas/contract.json': {
    name: 'tours',
    title: 'Guided tours',
    version: '3',
    basePath: '/v3',
    mediaTypes: ['application/json', 'application/x-www-form-urlencoded'],
    authentication: { tokens: 'jwt' },
    problem: {
      mediaType: 'application/problem+json',
      schema: {
        type: 'object',
        required: ['title', 'status'],
        properties: { title: { type: 'string', minLength: 1 }, status: { type: 'integer' } },
      },
    },
    refusals: {
      malformed: [400],
      mediaType: [415],
      invalid: [422],
      unknown: [404],
      conflict: [409],
      unauthenticated: [401],
      forbidden: [403],
    },
  },
  'schemas/resources/tours.json': {
    $id: 'tours',
    title: 'tour',
    life: {
      create: 'tours.create',
      read: 'tours.get',
      update: 'tours.update',
      delete: 'tours.delete',
      list: 'tours.list',
    },
    items: '/data/tours',
    total: '/data/total',
    next: '/next',
    name: '/title',
    unique: ['/title'],
    serverSet: { '/id': 'constant', '/createdAt': 'constant', '/updatedAt': 'moves', '/revision': 'moves' },
    serverSetSent: 'refused',
    patch: 'merge',
    location: true,
    idsNeverReused: true,
    afterDelete: [410],
    states: { '/status': ['draft', 'open'] },
    $defs: {
      sent: { ...closed, required: ['title', 'seats', 'price'], properties: tour },
      patch: { ...closed, properties: { ...tour, status: { enum: ['draft', 'open'] } } },
      shown: {
        type: 'object',
        required: [
          'id',
          'createdAt',
          'updatedAt',
          'revision',
          'status',
          'title',
          'seats',
          'price',
          'language',
        ],
        properties: {
          ...tour,
          contact: orNull(tour.contact),
          topics: orNull(tour.topics),
          status: { enum: ['draft', 'open'] },
          id: { type: 'integer', minimum: 1 },
          createdAt: { type: 'string', format: 'date-time', pattern: 'Z$' },
          updatedAt: { type: 'string', format: 'date-time' },
          revision: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
  ...operation('tours.create', 'POST', '/tours', 201, {
    scopes: ['tours:write'],
    request: ref('sent'),
    response: ref('shown'),
  }),
  ...operation('tours.list', 'GET', '/tours', 200, {
    scopes: ['tours:read'],
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
    response: {
      type: 'object',
      required: ['data', 'next'],
      properties: {
        data: {
          type: 'object',
          required: ['tours', 'total'],
          properties: { tours: { type: 'array', items: ref('shown') }, total: { type: 'integer' } },
        },
        next: { type: ['string', 'null'] },
      },
    },
  }),
  ...operation('tours.get', 'GET', '/tours/{tourId}', 200, {
    scopes: ['tours:read', 'tours:write'],
    parameters: [tourId],
    response: ref('shown'),
  }),
  ...operation('tours.update', 'PATCH', '/tours/{tourId}', 200, {
    scopes: ['tours:write'],
    parameters: [tourId],
    mediaType: 'application/merge-patch+json',
    clauses: [
      {
        id: 'together',
        level: 'MUST',
        statement: 'What is sent together changes together.',
        law: 'several-members',
      },
      { id: 'form', level: 'MUST', statement: 'A form does what JSON does.', law: 'form-body' },
    ],
    request: ref('patch'),
    response: ref('shown'),
  }),
  ...operation('tours.delete', 'DELETE', '/tours/{tourId}', 204, {
    scopes: ['tours:write'],
    parameters: [tourId],
  }),
}
