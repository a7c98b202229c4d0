import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const pieceBytes = 64 * 1024

/** A proxy in front of a registry without TLS, which a test can make slow, or answer in its place. */
export interface RegistryFront extends AsyncDisposable {
  /** As images name it: `127.0.0.1:PORT`. */
  readonly host: string
  /** `GET /v2/`, oldest first. */
  readonly requests: readonly string[]
  /** Passes on at most so much per second and response; `Infinity` at first. */
  bytesPerSecond: number
  /** Answers requests for manifests with this status from now on; `undefined` passes them on. */
  manifestStatus: number | undefined
  /** Ends its connections, as the registry's own end when it is killed. */
  breakOff(): void
}

/** Starts a proxy in front of a registry on this computer. */
export async function startRegistryFront(registry: { port: number }): Promise<RegistryFront> {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const { manifestStatus } = front
    if (manifestStatus !== undefined && incoming.url?.includes('/manifests/'))
      return refuse(response, manifestStatus)
    passOn(registry.port, { incoming, response }, () => front.bytesPerSecond)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  const front: RegistryFront = {
    host: `127.0.0.1:${address.port}`,
    requests,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    manifestStatus: undefined,
    breakOff: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}

/** Source: OCI distribution-spec, "Error Codes". */
function refuse(response: ServerResponse, status: number): void {
  const code = status === 429 ? 'TOOMANYREQUESTS' : 'DENIED'
  const body = JSON.stringify({ errors: [{ code, message: 'not now' }] })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function passOn(
  port: number,
  { incoming, response }: { incoming: IncomingMessage; response: ServerResponse },
  bytesPerSecond: () => number,
): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  const breakOff = () => void response.destroy()
  outgoing.on('error', breakOff)
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    void copySlowly(answer, response, bytesPerSecond).catch(breakOff)
  })
  incoming.pipe(outgoing)
}

async function copySlowly(
  answer: IncomingMessage,
  response: ServerResponse,
  bytesPerSecond: () => number,
): Promise<void> {
  for await (const chunk of answer) {
    const bytes: Buffer = chunk
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      await delay((1_000 * piece.length) / bytesPerSecond())
      if (response.destroyed) return
      if (!response.write(piece)) await once(response, 'drain')
    }
  }
  response.end()
}
