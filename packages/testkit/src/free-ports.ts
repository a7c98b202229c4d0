import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range that Linux takes the ports of outgoing connections from. */
const lowest = 21_000
const highest = 31_000
const triesMax = 50

/** Returns a port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Finds ports in a row on which nothing listens on 127.0.0.1. @throws when there are none */
export async function freePorts(count: number): Promise<{ first: number; last: number }> {
  for (let tries = 0; tries < triesMax; tries++) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - count))
    const ports = Array.from({ length: count }, (_, at) => first + at)
    if ((await Promise.all(ports.map(isFree))).every(Boolean))
      return { first, last: first + count - 1 }
  }
  throw new Error('no free ports in a row')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    // @NOTE whatever is wrong with it, it is not free
    return false
  } finally {
    server.close()
  }
}
