import { lookup, Resolver } from 'node:dns/promises'
import type { PrivateAddresses } from './checked-url.ts'

/** Resolves a host name to IP addresses. Rejects where there is none, or after some seconds. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/**
 * Returns a resolver of public names: it asks name servers alone, so that no entry of this computer's hosts file counts,
 * and never occupies the threads that file access and hashing share, however slow a name server is. Where private
 * addresses are allowed it resolves as every program does.
 */
export function hostResolver(privateAddresses: PrivateAddresses): ResolveHost {
  if (privateAddresses === 'allow')
    return async (host) => (await lookup(host, { all: true })).map(({ address }) => address)
  return async (host) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [v4, v6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason
    return found
  }
}
