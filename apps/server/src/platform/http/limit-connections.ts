import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createCounts } from '../counts.ts'
import { callerNetwork } from './network-of.ts'

interface ConnectionLimits {
  /** For one address; no limit where proxies make all callers share an address. */
  perAddress: number | undefined
  overall: number
}

/** Closes connections beyond the limits, before anything is read from them. */
export function limitConnections(server: Server, { perAddress, overall }: ConnectionLimits): void {
  server.maxConnections = overall
  if (perAddress === undefined) return
  const counts = createCounts()
  server.on('connection', (socket: Socket) => {
    const network = callerNetwork(socket.remoteAddress ?? '')
    if (counts.of(network) >= perAddress) {
      socket.destroy()
      return
    }
    counts.add(network, 1)
    socket.once('close', () => counts.add(network, -1))
  })
}
