// Changes headers and media types of requests, and combines changes.
import type { Request } from '../requests/request.ts'
import type { Write } from '../under-test/index.ts'

export const withHeaders =
  (headers: NonNullable<Request['headers']>): Write =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })

export const withMediaType =
  (mediaType: string): Write =>
  (request) => ({ ...request, mediaType })

export const combined =
  (writes: readonly Write[]): Write =>
  (request) =>
    writes.reduce((written, write) => write(written), request)
