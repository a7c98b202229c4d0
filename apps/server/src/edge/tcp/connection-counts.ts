import { Refused } from '@gridloom/contract/errors'
import { createCounts } from '../../platform/counts.ts'
import { callerNetwork } from '../../platform/http/network-of.ts'
import type { TcpAssignment } from './tcp-control.ts'

/** The most connections at once. */
export interface TcpLimits {
  readonly perPort: number
  /** Of one address (IPv6: one /64) to one port. */
  readonly perNetwork: number
  readonly perAccount: number
  readonly inAll: number
}

/** A machine carries 1,024 streams for this; each may have 1 MiB waiting for a client that does not read. */
export const usualTcpLimits: TcpLimits = {
  perPort: 1_000,
  perNetwork: 200,
  perAccount: 2_000,
  inAll: 10_000,
}

/** Counts connections to TCP ports. */
export interface TcpCounts {
  /**
   * Counts a connection until the returned function is called.
   * @throws Refused `too_many_requests` where it is one too many
   */
  enter(to: TcpAssignment, address: string): () => void
}

export function createTcpCounts(limits: TcpLimits): TcpCounts {
  const counts = createCounts()
  return {
    enter({ tcpPort, accountId }, address) {
      const bounds: readonly (readonly [string, number])[] = [
        ['all', limits.inAll],
        [accountId, limits.perAccount],
        [`${tcpPort}`, limits.perPort],
        [`${tcpPort} ${callerNetwork(address)}`, limits.perNetwork],
      ]
      if (bounds.some(([key, max]) => counts.of(key) >= max))
        throw new Refused('too_many_requests', { details: { seconds: 1 } })
      for (const [key] of bounds) counts.add(key, 1)
      return () => {
        for (const [key] of bounds) counts.add(key, -1)
      }
    },
  }
}
