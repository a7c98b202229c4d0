import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections a test can make silent or break. */
export interface FaultyProxy extends AsyncDisposable {
  /** The target's address, through the proxy. */
  url: string
  /** Whether it is silent or broken. */
  isFaulty(): boolean
  /** Connections stay open and new ones open, but no data passes. */
  fallSilent(): void
  speakAgain(): void
}

interface FaultyProxyOptions {
  /**
   * Part of the bytes from a client at which the fault begins, as the text of a statement. It must arrive in one piece,
   * as short ones do. Never by default.
   */
  faultAt?: string
  /** `end`: every connection ends, and new ones are refused. `silent`, the default: they stay open. */
  fault?: 'end' | 'silent'
}

export async function startFaultyProxy(
  targetUrl: string,
  { faultAt, fault = 'silent' }: FaultyProxyOptions = {},
): Promise<FaultyProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let isFaulty = false
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    if (isFaulty && fault === 'end') return near.destroy()
    const far = connect({ host: target.hostname, port: Number(target.port) })
    near.on('data', (chunk) => {
      if (faultAt === undefined || !chunk.includes(faultAt)) return
      isFaulty = true
      if (fault === 'end') endAll()
    })
    forward(near, far)
    forward(far, near)
  })
  function forward(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (!isFaulty) to.write(chunk)
    })
    // @NOTE tests break these connections
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: through(target, server.address()),
    isFaulty: () => isFaulty,
    fallSilent: () => {
      isFaulty = true
    },
    speakAgain: () => {
      isFaulty = false
    },
    [Symbol.asyncDispose]: async () => {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The target's address with the proxy's host and port. */
function through(target: URL, address: ReturnType<ReturnType<typeof createServer>['address']>) {
  const url = new URL(target)
  // The path of a database's own socket, which would go past the proxy.
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return url.pathname === '/' ? url.origin : url.href
}
