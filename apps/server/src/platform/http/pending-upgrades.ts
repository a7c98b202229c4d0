import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { createCounts } from '../counts.ts'
import { callerNetwork } from './network-of.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pendingUpgrades: PendingUpgrades
  }
}

/**
 * Connections that requested another protocol and have not authenticated yet: limits their number and how long each may
 * take. HTTP's own timeouts no longer apply to them.
 */
export interface PendingUpgrades {
  /**
   * Counts a connection until it has authenticated or closed.
   * @returns its network, as limits count it
   * @throws Refused `too_many_requests`
   */
  watch(request: IncomingMessage, socket: Duplex): string
  /** Marks the connection as authenticated: it counts no more, and has no deadline. */
  authenticated(request: IncomingMessage): void
  /** Closes late connections; call it every second. */
  sweep(): void
}

interface PendingUpgradesOptions {
  clock: Clock
  /** The number of proxies in front that name the caller's address. */
  trustProxy: number
  perNetworkMax?: number
  overallMax?: number
}

interface Pending {
  readonly socket: Duplex
  readonly network: string
  readonly untilMs: number
}

/** Programs authenticate within milliseconds; a browser on a slow line within seconds. */
const withinMs = 15_000
const retryAfterS = 15

export function createPendingUpgrades(options: PendingUpgradesOptions): PendingUpgrades {
  const { clock, trustProxy, perNetworkMax = 64, overallMax = 2_000 } = options
  // A map keeps its order: the oldest is at its front.
  const pending = new Map<IncomingMessage, Pending>()
  const perNetwork = createCounts()

  function release(request: IncomingMessage): void {
    const one = pending.get(request)
    if (one === undefined) return
    pending.delete(request)
    perNetwork.add(one.network, -1)
  }

  function end(request: IncomingMessage, { socket }: Pending): void {
    release(request)
    socket.destroy()
  }

  return {
    watch(request, socket) {
      const network = callerNetwork(addressOf(request, trustProxy))
      if (perNetwork.of(network) >= perNetworkMax)
        throw new Refused('too_many_requests', { details: { seconds: retryAfterS } })
      // Rejecting new ones would lock out everyone; a connection that authenticates is not the oldest for long.
      const [oldest] = pending
      if (pending.size >= overallMax && oldest !== undefined) end(...oldest)
      pending.set(request, { socket, network, untilMs: clock.monotonicMs() + withinMs })
      perNetwork.add(network, 1)
      socket.once('close', () => release(request))
      return network
    },
    authenticated: release,
    sweep() {
      const nowMs = clock.monotonicMs()
      for (const [request, one] of pending) {
        if (one.untilMs > nowMs) return
        end(request, one)
      }
    },
  }
}

/** Returns the address as the framework finds it for other requests; empty where the connection has already closed. */
function addressOf(request: IncomingMessage, trustProxy: number): string {
  const address: string | undefined = proxyAddr(request, (_address, hop) => hop < trustProxy)
  return address ?? ''
}
