import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Listens on the machine, at all its addresses by default; a service that uses the port already is as good. */
export async function listenOn(port: number, address = '0.0.0.0') {
  const server = createServer((socket) => socket.destroy()).listen(port, address)
  try {
    await once(server, 'listening')
  } catch (cause) {
    if (Object(cause).code !== 'EADDRINUSE') throw cause
    return { port, [Symbol.asyncDispose]: async () => {} }
  }
  return {
    port: portOf(server),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** The metadata addresses of clouds, added to this machine for a while, so that something answers there. */
export async function metadataAddresses() {
  const addresses = ['169.254.169.254', '100.100.100.200']
  const change = (verb: 'add' | 'del') =>
    Promise.all(
      // @NOTE it may exist, or be gone, already
      addresses.map((address) =>
        run('ip', ['address', verb, `${address}/32`, 'dev', 'lo']).catch(() => undefined),
      ),
    )
  await change('add')
  return { addresses, [Symbol.asyncDispose]: async () => void (await change('del')) }
}

/** Named cast: a TCP server that listens has an address with a port. */
function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
