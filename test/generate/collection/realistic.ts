// Schemas that resemble those of an API.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { Schemas } from '../schemas.ts'

export const realistic: Schemas = {
  stream: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'destination'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 128 },
      subscriptions: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: {
          type: 'object',
          required: ['event_type'],
          properties: { event_type: { type: 'string', pattern: '^[a-z]+(\\.[a-z]+)+$' } },
        },
      },
      destination: {
        oneOf: [
          {
            type: 'object',
            required: ['type', 'configuration'],
            properties: {
              type: { const: 'webhook' },
              configuration: {
                type: 'object',
                required: ['webhook_endpoint'],
                properties: {
                  webhook_endpoint: { type: 'string', format: 'uri', pattern: '^https://' },
                  retries: { type: 'integer', minimum: 0, maximum: 5 },
                },
              },
            },
          },
          {
            type: 'object',
            required: ['type', 'configuration'],
            properties: {
              type: { const: 'action' },
              configuration: {
                type: 'object',
                required: ['action_id'],
                properties: { action_id: { type: 'string', minLength: 1 } },
              },
            },
          },
        ],
      },
      status: { enum: ['enabled', 'disabled'] },
    },
  },
  policy: {
    type: 'object',
    required: ['consumer', 'configuration'],
    properties: {
      consumer: { type: 'string', enum: ['client', 'user'] },
      consumer_selector: { type: 'string', maxLength: 255 },
      configuration: {
        type: 'object',
        required: ['action'],
        properties: {
          action: { enum: ['allow', 'block', 'log'] },
          limit: { type: 'integer', minimum: 1, maximum: 100000 },
          redirect: { type: 'string', format: 'uri' },
        },
        if: { properties: { action: { const: 'block' } }, required: ['action'] },
        then: { required: ['limit'] },
      },
    },
  },
  key: {
    type: 'object',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: {
          type: 'object',
          required: ['kty'],
          properties: {
            kty: { enum: ['EC', 'RSA'] },
            kid: { type: 'string' },
            use: { const: 'sig' },
            key_ops: { type: 'array', items: { enum: ['verify'] }, uniqueItems: true },
          },
          allOf: [
            {
              if: { properties: { kty: { const: 'RSA' } } },
              then: {
                required: ['n', 'e'],
                properties: { n: { type: 'string' }, e: { type: 'string' } },
              },
            },
            { if: { properties: { kty: { const: 'EC' } } }, then: { required: ['crv', 'x', 'y'] } },
          ],
        },
      },
    },
  },
}
