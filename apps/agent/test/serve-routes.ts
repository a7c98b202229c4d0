import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import { createRouter, type Route } from '../src/link/router.ts'
import { AgentConnection } from './agent-connection.ts'

/** Serves routes without an agent around them, with a connection to them. */
export async function serveRoutes(routes: readonly Route[]) {
  /** The calls that failed, as `PATH: MESSAGE`. */
  const failures: string[] = []
  const route = createRouter(routes, {
    answered: () => undefined,
    failed: ({ path }, cause) => {
      failures.push(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`)
    },
  })
  const server = createServer().listen(0, '127.0.0.1')
  server.on('stream', (stream, headers) => void route(stream, headers))
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const session = connect(`http://127.0.0.1:${address.port}`)
  return {
    failures,
    connection: new AgentConnection(session, session.socket),
    [Symbol.asyncDispose]: async () => {
      session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
