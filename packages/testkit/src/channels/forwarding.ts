import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An HTTP server in front of another on this computer, which can lose answers. */
export interface Forwarding extends AsyncDisposable {
  readonly port: number
  forwardTo(port: number): void
  /** Has the next request for a path carried out, and ends its connection instead of passing its success on. */
  loseAnswerTo(path: string): void
  /** Has it carried out, and never answers. Resolves when it was carried out. */
  holdAnswerTo(path: string): Promise<void>
}

/** Starts it; `port`: a free one by default. */
export async function startForwarding(port = 0): Promise<Forwarding> {
  let target = 0
  const lost = new Set<string>()
  const held = new Map<string, () => void>()
  const server = createServer((incoming, response) => {
    const { method, headers, url: path = '/' } = incoming
    // A kept connection may be one that the server is about to close.
    const to = { host: 'localhost', port: target, agent: false }
    const forwarded = request({ ...to, method, path, headers })
    incoming.pipe(forwarded)
    // @NOTE the client sees a connection that ends, as from the server itself
    forwarded.on('error', () => response.destroy())
    forwarded.on('response', async (answer) => {
      const body = await buffer(answer)
      const isSuccess = answer.statusCode === 200
      if (isSuccess && lost.delete(path)) return response.destroy()
      const carriedOut = isSuccess ? held.get(path) : undefined
      if (carriedOut !== undefined) {
        held.delete(path)
        return carriedOut()
      }
      return response.writeHead(answer.statusCode ?? 502, answer.rawHeaders).end(body)
    })
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return {
    port: address.port,
    forwardTo: (port) => {
      target = port
    },
    loseAnswerTo: (path) => void lost.add(path),
    holdAnswerTo: (path) => new Promise((resolve) => held.set(path, resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
