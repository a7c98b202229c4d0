import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that a receiver of webhooks got. */
export interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** A real HTTP server that receives webhooks, and answers each as the test wants; 204 by default. */
export async function startReceiver(answer: Answer = (response) => response.writeHead(204).end()) {
  const requests: ReceivedRequest[] = []
  const answers: Answer[] = []
  let count = 0
  const arrivals = new Map<number, () => void>()
  const server = createServer((incoming, response) => {
    response.on('error', () => {})
    void text(incoming).then(
      (body) => {
        const request = { path: incoming.url ?? '', headers: incoming.headers, body }
        requests.push(request)
        count += 1
        arrivals.get(count)?.()
        const next = answers.shift() ?? answer
        next(response, request)
      },
      // @NOTE the sender hung up: nothing was received.
      () => {},
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return {
    requests,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    /** Answers the next request like this, and the ones after it like those that follow. */
    next: (...given: Answer[]) => answers.push(...given),
    /** The parsed bodies, oldest first. */
    bodies: () => requests.map(({ body }): Record<string, unknown> => JSON.parse(body)),
    /** Resolves when so many requests have arrived in all. */
    arrived: (wanted: number) =>
      count >= wanted
        ? Promise.resolve()
        : new Promise<void>((resolve) => arrivals.set(wanted, resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
