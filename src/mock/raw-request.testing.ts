// Sends requests with any headers, because `fetch` sets some headers itself, for example Host.
import { type IncomingHttpHeaders, request } from 'node:http'
import { request as secureRequest } from 'node:https'

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly ca?: string
}

export function ask(
  url: string,
  { method = 'GET', headers = {}, body = '', ca }: RawRequest = {},
): Promise<RawResponse> {
  const send = url.startsWith('https:') ? secureRequest : request
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      { method, headers, agent: false, ...(ca === undefined ? {} : { ca }) },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
