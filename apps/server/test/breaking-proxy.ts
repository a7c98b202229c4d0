import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a database that fails from a given statement on. */
export interface BreakingProxy extends AsyncDisposable {
  url: string
  isBroken(): boolean
}

/**
 * `statement`: part of the text of the statement. It must arrive in one piece, as short ones do. From then on every
 * connection ends, or stays open while nothing passes.
 */
export async function startBreakingProxy(
  databaseUrl: string,
  { statement, fault }: { statement: string; fault: 'end' | 'stall' },
): Promise<BreakingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let broken = false
  const breakAll = () => {
    broken = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (broken && fault === 'end') return client.destroy()
    const database = connect({ host: target.hostname, port: Number(target.port) })
    client.on('data', (chunk) => {
      if (!chunk.includes(statement)) return
      if (fault === 'end') breakAll()
      else broken = true
    })
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (!broken) to.write(chunk)
      })
      // @NOTE the test breaks these connections
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  // The path of the database's own socket, which would go past this proxy.
  url.search = ''
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    isBroken: () => broken,
    [Symbol.asyncDispose]: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
