import { once } from 'node:events'
import { createServer, type Socket as LocalSocket } from 'node:net'
import type { Timers } from '@gridloom/async/clock'
import type { Socket } from '@gridloom/client/socket'
import { UsageError } from '../../errors.ts'
import { carryTunnel } from '../shared/carry-tunnel.ts'

/** Opens a connection to the port of the instance. */
export type OpenTunnel = () => Promise<Socket>

interface Forwarding {
  localPort: number
  openTunnel: OpenTunnel
  clock: Timers
  signal: AbortSignal
  /** Called when a single connection fails or is refused; the others continue. */
  onProblem(error: unknown): void
  onListening(port: number): void
}

/** Listens on 127.0.0.1 and forwards each connection through its own tunnel, until the signal aborts. */
export async function forwardPort(forwarding: Forwarding): Promise<void> {
  const open = new Set<LocalSocket>()
  const server = createServer((local) => {
    open.add(local)
    local.once('close', () => open.delete(local))
    carry(local, forwarding).catch((error: unknown) => {
      forwarding.onProblem(error)
      local.destroy()
    })
  })
  server.listen(forwarding.localPort, '127.0.0.1')
  await once(server, 'listening', { signal: forwarding.signal }).catch((error: unknown) => {
    throw listenError(error, forwarding.localPort)
  })
  const address = server.address()
  forwarding.onListening(typeof address === 'object' && address ? address.port : 0)
  await aborted(forwarding.signal)
  for (const local of open) local.destroy()
  server.close()
}

async function carry(local: LocalSocket, forwarding: Forwarding): Promise<void> {
  local.on('error', () => local.destroy())
  local.pause()
  const tunnel = await forwarding.openTunnel()
  await carryTunnel({ input: local, output: local }, tunnel, forwarding)
}

function listenError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new UsageError(`Port ${port} is already in use on this computer.`)
  if (code === 'EACCES') return new UsageError(`Permission denied: cannot listen on port ${port}.`)
  return error
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
