// A client that disconnects during its request.
import { connect } from 'node:net'

/** Sends only the beginning of a POST request. Resolves after the connection is closed. */
export function leaveEarly(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': '100' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      // The server needs some time to start reading.
      socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n{"name"`, () =>
        setTimeout(() => socket.destroy(), 30),
      ),
    ).on('close', () => setTimeout(resolve, 30))
  })
}
