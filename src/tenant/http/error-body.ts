// Builds error bodies in the variation's format, because part 7 of the specification shows no format.
import { STATUS_CODES } from 'node:http'
import type { Variation } from '../variations/variation.ts'

export interface ErrorBody {
  readonly text: string
  readonly contentType: string | null
}

export function errorBody(
  { errorBody: style, contentType }: Variation,
  status: number,
  code: string,
  message: string,
): ErrorBody {
  const title = STATUS_CODES[status] ?? 'Error'
  switch (style) {
    case 'classic':
      return {
        text: JSON.stringify({ statusCode: status, error: title, message, errorCode: code }),
        contentType,
      }
    case 'problem':
      // A problem body (RFC 9457).
      return {
        text: JSON.stringify({ type: 'about:blank', title, status, detail: message, code }),
        contentType: 'application/problem+json',
      }
    case 'text':
      return { text: `${title}: ${message}\n`, contentType: 'text/plain; charset=utf-8' }
    case 'html':
      return {
        text: `<!doctype html><title>${title}</title><h1>${status} ${title}</h1>\n`,
        contentType: 'text/html; charset=utf-8',
      }
    case 'empty':
      return { text: '', contentType: null }
  }
}
